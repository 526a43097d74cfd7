/** Every queue of the product. CDK creates them, the laptop creates the same ones, workers and senders name them. */
export interface QueueSchema {
  fifo: boolean;
  /** How long a received message stays invisible; at least six times the worker's timeout on AWS, except where noted. */
  visibilityTimeoutSeconds: number;
  /** Receives before a message is parked on the queue's dead-letter queue. */
  maxReceiveCount: number;
  /** Environment variable that carries the queue's URL to the Lambdas that send to it. */
  urlVariable: string;
}

export const QUEUES = {
  /** Claimed calls on their way to the carrier. Never holds more messages than there are free slots. */
  dial: { fifo: false, visibilityTimeoutSeconds: 90, maxReceiveCount: 8, urlVariable: 'DIAL_QUEUE_URL' },
  /** One message group per campaign: everything that may change what a campaign does next. */
  campaign: { fifo: true, visibilityTimeoutSeconds: 60, maxReceiveCount: 8, urlVariable: 'CAMPAIGN_QUEUE_URL' },
  /** Verified carrier events, accepted within milliseconds and folded into calls afterwards. */
  callEvent: { fifo: false, visibilityTimeoutSeconds: 60, maxReceiveCount: 8, urlVariable: 'CALL_EVENT_QUEUE_URL' },
  /** Events on their way to the account's own receivers; the table holds them until they were accepted. */
  webhook: { fifo: false, visibilityTimeoutSeconds: 120, maxReceiveCount: 8, urlVariable: 'WEBHOOK_QUEUE_URL' },
  /**
   * One message group per call: what happens on it, in order, for the assistant that leads it. Somebody waits on the line,
   * so a failed message reappears as soon as its worker must have ended; and within the 60 seconds for which Telnyx
   * remembers a command's id, so that commands of the first try are not carried out again.
   */
  conversation: {
    fifo: true,
    visibilityTimeoutSeconds: 50,
    maxReceiveCount: 4,
    urlVariable: 'CONVERSATION_QUEUE_URL',
  },
  /** Calls that are over: transcript, summary, findings and costs remain to be written. */
  endedCall: { fifo: false, visibilityTimeoutSeconds: 480, maxReceiveCount: 8, urlVariable: 'ENDED_CALL_QUEUE_URL' },
  /** Recordings to be copied before the carrier's links expire; likewise urgent. */
  recording: { fifo: false, visibilityTimeoutSeconds: 180, maxReceiveCount: 5, urlVariable: 'RECORDING_QUEUE_URL' },
  /** Numbers to look at: expired trials, releases and purchases that a crash left half done. */
  number: { fifo: false, visibilityTimeoutSeconds: 180, maxReceiveCount: 8, urlVariable: 'NUMBER_QUEUE_URL' },
} as const satisfies Record<string, QueueSchema>;

export type QueueName = keyof typeof QUEUES;
