/** Sends to one queue. FIFO queues take the message group; each send is unique by itself, never deduplicated away. */
export interface QueueSender<Message> {
  /** `delaySeconds`, at most 900 (SQS's own limit), is for standard queues alone. */
  send(messages: Message[], options?: { delaySeconds?: number }): Promise<void>;
}
