import type { QueueName } from '#shared/schemas/messages.ts';

/** What an alarm means to people, and the heading of infra/README.md that says what to do. */
export interface Consequence {
  heading: string;
  consequence: string;
}

export const RUNBOOK = 'infra/README.md';

/** What it means that messages of a queue failed too often, or that they wait. */
const QUEUES: Record<QueueName, { deadLetters: string; stuck: string }> = {
  dial: {
    deadLetters:
      'Contacts whose call was claimed are not being dialled; their slots stay taken until the sweep frees them.',
    stuck: 'Calls start minutes late, or not at all.',
  },
  campaign: {
    deadLetters:
      'A campaign missed something that happened: it may stand still, or show calls as live that have ended.',
    stuck: 'Campaigns do not go on to their next contacts.',
  },
  callEvent: {
    deadLetters: 'What the carrier reported of a call was not recorded: its outcome or recording is missing or late.',
    stuck: 'Calls end without anybody being told: no outcome, no retry.',
  },
  conversation: {
    deadLetters: 'On some calls the assistant did not answer what was said: somebody heard silence.',
    stuck: 'Assistants do not answer the people they are talking to.',
  },
  endedCall: {
    deadLetters: 'Calls that are over have no transcript, summary, findings or cost.',
    stuck: 'Transcripts, summaries, findings and costs of calls come minutes late.',
  },
  recording: {
    deadLetters: 'Recordings were not copied, and are lost when the carrier deletes its own.',
    stuck: "Recordings are not copied; the carrier's links to them expire meanwhile.",
  },
  webhook: {
    deadLetters: 'Events reach the receivers of accounts late: the sweep has to send each of them again.',
    stuck: 'The receivers of accounts hear of their calls minutes late.',
  },
  number: {
    deadLetters: 'A trial number is not released in time, or a half-done purchase or release stays as it is.',
    stuck: 'Expired trial numbers stay in use.',
  },
};

export const deadLettersOf = (name: QueueName): Consequence => ({
  heading: `Dead letters: ${name}`,
  consequence: QUEUES[name].deadLetters,
});

export const stuckQueue = (name: QueueName): Consequence => ({
  heading: `Stuck queue: ${name}`,
  consequence: QUEUES[name].stuck,
});

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
