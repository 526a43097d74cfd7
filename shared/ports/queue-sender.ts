/** The longest delay of a message (SQS limit). */
export const QUEUE_DELAY_MAX_SECONDS = 900;

/** Sends to one queue. SQS never deduplicates a send away, also on FIFO queues. */
export interface QueueSender<Message> {
  /** `delaySeconds` is at most 900 (SQS's limit) and for standard queues only. */
  send(messages: Message[], options?: { delaySeconds?: number }): Promise<void>;
}
