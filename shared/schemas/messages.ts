import * as z from 'zod';
import { CONTACT_WAITS } from '#shared/domain/campaign/waiting.ts';
import { type ConversationInput, isInterim } from '#shared/domain/conversation/conversation-state.ts';
import { WEBHOOK_KINDS } from '#shared/domain/webhook/signing.ts';
import { CallEventMessage } from './call-event.ts';

/*
 * Schemas are lazy: whoever sends to a queue loads this file too, and must not pay for building them in a cold start.
 */

/**
 * Dial this claim. A message of an older generation belongs to a released claim and is dropped; so is one that was sent
 * again since, or copies of a message would multiply. Without `resend` it is the first.
 */
const ClaimMessage = z.lazy(() =>
  z.object({
    call_id: z.string(),
    generation: z.int(),
    account_id: z.string().optional(),
    /** Whose number, with which the dial reads the number beside the call. */
    team_id: z.string().optional(),
    to_number: z.string().optional(),
    resend: z.int().optional(),
  }),
);
export type ClaimMessage = z.infer<typeof ClaimMessage>;

/**
 * Look again whether there is room for the calls of a campaign. It comes by this queue because a FIFO queue cannot
 * delay.
 */
const LookMessage = z.lazy(() =>
  z.object({ campaign_id: z.string(), look: z.int(), account_id: z.string().optional() }),
);

/** Look whether this single call may be dialled. A message of another due time is of an earlier look, and is dropped. */
const DueCallMessage = z.lazy(() => z.object({ call_id: z.string(), account_id: z.string(), due_at: z.string() }));
export type DueCallMessage = z.infer<typeof DueCallMessage>;

const DialMessage = z.lazy(() => z.union([DueCallMessage, ClaimMessage, LookMessage]));
export type DialMessage = z.infer<typeof DialMessage>;

/**
 * Look at this campaign. The message only says that something changed; the table alone decides what to do. `widened`:
 * the account's settings or the campaign's window let contacts be dialled that wait for them, so these are judged anew.
 */
const CampaignMessage = z.lazy(() =>
  z.object({
    campaign_id: z.string(),
    reason: z.enum(['run', 'call', 'wake', 'sweep', 'change', 'widened']),
    /** The call that changed, when the reason is `call`. */
    call_id: z.string().optional(),
    /** For which rules contacts wait no more as they did, and how far they have been woken. */
    widened: z.object({ rules: z.array(z.enum(CONTACT_WAITS)), place: z.string().optional() }).optional(),
    /** The look that a campaign without room has asked for. */
    look: z.int().optional(),
  }),
);
export type CampaignMessage = z.infer<typeof CampaignMessage>;

/**
 * Attempt this delivery. The table alone decides whether it is due. `unsent`: how it was written, for the first attempt;
 * if it has changed since, the message is void.
 */
const DeliveryMessage = z.lazy(() =>
  z.object({
    delivery_id: z.string(),
    account_id: z.string(),
    unsent: z.object({ kind: z.enum(WEBHOOK_KINDS), event_id: z.string(), payload: z.string() }).optional(),
  }),
);

/** Look at this phone number: its trial may be over, or its release or purchase unfinished. */
const NumberMessage = z.lazy(() => z.object({ number_id: z.string() }));
export type NumberMessage = z.infer<typeof NumberMessage>;

/** An input for the conversation on a call. `received_at`: when the carrier told it. */
const ConversationMessage = z.lazy(() =>
  z.object({
    call_id: z.string(),
    input: z.custom<ConversationInput>((input) => typeof input === 'object' && input !== null && 'type' in input),
    received_at: z.string().optional(),
    account_id: z.string().optional(),
  }),
);
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** Work is left for this call. The table alone decides what. */
const CallMessage = z.lazy(() => z.object({ call_id: z.string() }));
export type CallMessage = z.infer<typeof CallMessage>;

/** Carry on this erasure. The table alone decides what is left to do. */
const ErasureMessage = z.lazy(() => z.object({ erasure_id: z.string() }));

/** Look at what is kept of this team's calls. The table alone decides what has outlived its retention. */
const RetentionMessage = z.lazy(() => z.object({ team_id: z.string() }));

interface QueueSettings {
  /**
   * How long a received message stays invisible; on AWS at least six times the worker's timeout, unless it is urgent.
   */
  visibilityTimeoutSeconds: number;
  /** Receives before a message is parked on the queue's dead-letter queue. */
  maxReceiveCount: number;
  /**
   * Work that is worthless when it is late, or that others wait for. A message that failed reappears as soon as its
   * worker must have ended, at the price of being handled twice after a throttled batch, which changes nothing. Where
   * messages are of use for longer, they may be received more often, so that a fault of the platform that lasts for
   * minutes parks nothing.
   */
  isUrgent?: true;
  /** Where messages may not wait as long as elsewhere before somebody is woken. */
  alarmAfterSeconds?: number;
  /** What it means to people that messages were parked, and that they wait: the alarms say it. */
  deadLetters: string;
  stuck: string;
}

/**
 * How messages are grouped: a FIFO queue keeps each group in order, a standard queue serves groups in turn (fair
 * queues).
 */
export type Grouping<Message> =
  | { fifo: true; groupOf(message: Message): string }
  | { fifo: false; groupOf?(message: Message): string };

export type QueueSchema<Schema extends z.ZodType = z.ZodType> = QueueSettings & { message: Schema } & Grouping<
    z.output<Schema>
  >;

const queue = <Schema extends z.ZodType>(schema: QueueSchema<Schema>): QueueSchema<Schema> => schema;

/**
 * Every queue of the product, one row each. The capability to send to it, its port, address, permissions and stand-ins
 * follow from its row; a worker that names it is given its messages.
 */
export const QUEUES = {
  /**
   * Claimed calls on their way to the carrier, no more than will be dialled within seconds, and the looks of campaigns
   * that wait for room. One account's calls do not hold up another's.
   */
  dial: queue({
    message: DialMessage,
    fifo: false,
    groupOf: ({ account_id = 'unnamed' }) => account_id,
    visibilityTimeoutSeconds: 20,
    maxReceiveCount: 20,
    isUrgent: true,
    deadLetters:
      'Contacts whose call was claimed are not being dialled; their slots stay taken until the sweep frees them.',
    stuck: 'Calls start minutes late, or not at all.',
  }),
  /** Everything that may change what a campaign does next, in order for each campaign. */
  campaign: queue({
    message: CampaignMessage,
    fifo: true,
    groupOf: ({ campaign_id }) => campaign_id,
    visibilityTimeoutSeconds: 15,
    maxReceiveCount: 20,
    isUrgent: true,
    deadLetters:
      'A campaign missed something that happened: it may stand still, or show calls as live that have ended.',
    stuck: 'Campaigns do not go on to their next contacts.',
  }),
  /**
   * Verified carrier events, accepted within milliseconds and folded into calls afterwards. Received for 20 minutes
   * before one is parked, since what it has announced may wait for it to come again.
   */
  callEvent: queue({
    message: CallEventMessage,
    fifo: false,
    visibilityTimeoutSeconds: 15,
    maxReceiveCount: 80,
    isUrgent: true,
    deadLetters:
      'What the carrier reported of a call was not recorded, or not told to receivers: its outcome or recording is missing or late.',
    stuck: 'Calls end without anybody being told: no outcome, no retry.',
  }),
  /**
   * Events on their way to the account's own receivers; the table holds them until they were accepted. One account's
   * receiver that hangs does not hold up the events of the others. Until the first attempt the sweep need not know of
   * an event, so its message is received for a day before it is parked.
   */
  webhook: queue({
    message: DeliveryMessage,
    fifo: false,
    groupOf: ({ account_id }) => account_id,
    visibilityTimeoutSeconds: 120,
    maxReceiveCount: 720,
    deadLetters: 'Events of a day ago have not reached the receivers of accounts: send what is parked again.',
    stuck: 'The receivers of accounts hear of their calls minutes late.',
  }),
  /**
   * What happens on a call, in order, for the assistant that leads it. Somebody waits on the line. Words that are still
   * being said overtake the rest, because they interrupt a reply that is being written. A failed message
   * reappears within the 60 seconds for which Telnyx remembers a command's id, so that commands of the first try are
   * not carried out again.
   */
  conversation: queue({
    message: ConversationMessage,
    fifo: true,
    groupOf: ({ call_id, input }) => (isInterim(input) ? `${call_id}/interim` : call_id),
    visibilityTimeoutSeconds: 50,
    maxReceiveCount: 4,
    isUrgent: true,
    // A message that fails is parked after 200 seconds, and somebody hears silence meanwhile.
    alarmAfterSeconds: 15,
    deadLetters: 'On some calls the assistant did not answer what was said: somebody heard silence.',
    stuck: 'Assistants do not answer the people they are talking to.',
  }),
  /** Calls that are over: transcript, summary, findings and costs remain to be written. */
  endedCall: queue({
    message: CallMessage,
    fifo: false,
    visibilityTimeoutSeconds: 480,
    maxReceiveCount: 8,
    deadLetters: 'Calls that are over have no transcript, summary, findings or cost.',
    stuck: 'Transcripts, summaries, findings and costs of calls come minutes late.',
  }),
  /** Recordings to be copied before the carrier's links expire: all five tries fall into the ten minutes of Telnyx. */
  recording: queue({
    message: CallMessage,
    fifo: false,
    visibilityTimeoutSeconds: 125,
    maxReceiveCount: 5,
    isUrgent: true,
    alarmAfterSeconds: 240,
    deadLetters: 'Recordings were not copied, and are lost when the carrier deletes its own.',
    stuck: "Recordings are not copied; the carrier's links to them expire meanwhile.",
  }),
  /** People who are being erased. Nobody else's work waits for it. */
  erasure: queue({
    message: ErasureMessage,
    fifo: false,
    visibilityTimeoutSeconds: 360,
    maxReceiveCount: 8,
    deadLetters: 'People who asked to be erased are still known, here or to the carrier.',
    stuck: 'People who asked to be erased stay known for minutes longer than promised.',
  }),
  /** Numbers to look at: expired trials, releases and purchases that a crash left half done. */
  number: queue({
    message: NumberMessage,
    fifo: false,
    visibilityTimeoutSeconds: 180,
    maxReceiveCount: 8,
    deadLetters: 'A trial number is not released in time, or a half-done purchase or release stays as it is.',
    stuck: 'Expired trial numbers stay in use.',
  }),
  /** Teams whose calls may have outlived their retention. A long list comes again and again until it is at its end. */
  retention: queue({
    message: RetentionMessage,
    fifo: false,
    visibilityTimeoutSeconds: 360,
    maxReceiveCount: 8,
    deadLetters: 'Transcripts or recordings are kept longer than was said, here or at the carrier.',
    stuck: 'Transcripts and recordings end later than was said.',
  }),
};

export type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** What is sent to a queue. */
export type MessageOf<Name extends QueueName> = z.output<(typeof QUEUES)[Name]['message']>;
