/** The longest delay of a message (SQS limit). */
export const QUEUE_DELAY_MAX_SECONDS = 900;

/** Sends to one queue. Every message sent is delivered, on FIFO queues too. */
export interface QueueSender<Message> {
  /** `delaySeconds` is at most QUEUE_DELAY_MAX_SECONDS, and for standard queues only. */
  send(messages: Message[], options?: { delaySeconds?: number }): Promise<void>;
}
