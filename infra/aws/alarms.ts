import { QUEUES, type QueueName } from '#shared/schemas/messages.ts';

/** What an alarm means to people, and the heading of infra/README.md that says what to do. */
export interface Consequence {
  heading: string;
  consequence: string;
}

export const RUNBOOK = 'infra/README.md';

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
