import type { QueueName } from '#shared/schemas/messages.ts';

/** What an alarm means to people, and the heading of infra/README.md that says what to do. */
export interface Consequence {
  heading: string;
  consequence: string;
}

export const RUNBOOK = 'infra/README.md';

export const DEAD_LETTERS: Record<QueueName, Consequence> = {
  dial: {
    heading: 'Dead letters: dial',
    consequence:
      'Contacts whose call was claimed are not being dialled; their slots stay taken until the sweep frees them.',
  },
  campaign: {
    heading: 'Dead letters: campaign',
    consequence:
      'A campaign missed something that happened: it may stand still, or show calls as live that have ended.',
  },
  callEvent: {
    heading: 'Dead letters: callEvent',
    consequence: 'What the carrier reported of a call was not recorded: its outcome or recording is missing or late.',
  },
  conversation: {
    heading: 'Dead letters: conversation',
    consequence: 'On some calls the assistant did not answer what was said: somebody heard silence.',
  },
  endedCall: {
    heading: 'Dead letters: endedCall',
    consequence: 'Calls that are over have no transcript, summary, findings or cost.',
  },
  recording: {
    heading: 'Dead letters: recording',
    consequence: 'Recordings were not copied, and are lost when the carrier deletes its own.',
  },
  webhook: {
    heading: 'Dead letters: webhook',
    consequence: 'Events reach the receivers of accounts late: the sweep has to send each of them again.',
  },
  number: {
    heading: 'Dead letters: number',
    consequence: 'A trial number is not released in time, or a half-done purchase or release stays as it is.',
  },
};

export const STUCK: Record<QueueName, Consequence> = {
  dial: { heading: 'Stuck queue: dial', consequence: 'Calls start minutes late, or not at all.' },
  campaign: { heading: 'Stuck queue: campaign', consequence: 'Campaigns do not go on to their next contacts.' },
  callEvent: {
    heading: 'Stuck queue: callEvent',
    consequence: 'Calls end without anybody being told: no outcome, no retry.',
  },
  conversation: {
    heading: 'Stuck queue: conversation',
    consequence: 'Assistants do not answer the people they are talking to.',
  },
  endedCall: {
    heading: 'Stuck queue: endedCall',
    consequence: 'Transcripts, summaries, findings and costs of calls come minutes late.',
  },
  recording: {
    heading: 'Stuck queue: recording',
    consequence: "Recordings are not copied; the carrier's links to them expire meanwhile.",
  },
  webhook: {
    heading: 'Stuck queue: webhook',
    consequence: 'The receivers of accounts hear of their calls minutes late.',
  },
  number: { heading: 'Stuck queue: number', consequence: 'Expired trial numbers stay in use.' },
};

export const FAILING_TIMED_WORKER: Consequence = {
  heading: 'Failing timed worker',
  consequence: 'What a crash or a lost event left behind is not repaired: calls hang and their slots stay taken.',
};

export const FAILING_API: Consequence = {
  heading: 'Failing API',
  consequence: 'Clients, the carrier or the billing provider get errors that are our fault.',
};

export const FAILING_STREAM: Consequence = {
  heading: 'Failing stream',
  consequence: "The carrier's conversation engine gets no answers from the language model: assistants fall silent.",
};
