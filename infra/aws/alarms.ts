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

export const SILENT_TIMED_WORKER: Consequence = {
  heading: 'Timed worker does not run',
  consequence:
    'Nothing repairs what a crash or a lost event leaves behind: calls hang, their slots stay taken, late events are not sent.',
};

export const REFUSED_STREAM: Consequence = {
  heading: 'Refused stream',
  consequence:
    'More is asked of the language model at once than completeChat may run: assistants on some calls stay silent.',
};

export const NO_CALL_PLACED: Consequence = {
  heading: 'No call is placed',
  consequence: 'Calls are dialled and the carrier places none of them, for a quarter of an hour: nobody is called.',
};

export const STALLED_CAMPAIGNS: Consequence = {
  heading: 'Campaigns stand still',
  consequence: 'Contacts are due, their campaign is running and has room, and nobody calls them.',
};

export const FAULTY_CAMPAIGNS: Consequence = {
  heading: 'A campaign is paused by a fault',
  consequence:
    'A campaign has stopped calling because every further call would fail, and waits for somebody to resume it.',
};

export const SLOW_REPLIES: Consequence = {
  heading: 'Slow replies',
  consequence: 'One in twenty times people wait five seconds or longer for the assistant to answer, and hang up.',
};

export const CLAIMED_CONCURRENCY: Consequence = {
  heading: 'Lambda concurrency runs out',
  consequence:
    "Nearly all concurrent Lambda runs of the AWS account are taken: next, customers' requests are refused and work waits.",
};

export const THROTTLED_FUNCTIONS: Consequence = {
  heading: 'Throttled functions',
  consequence: 'Lambda refuses runs in this AWS account: requests fail with a 5xx, and messages come again later.',
};

export const THROTTLED_TABLE: Consequence = {
  heading: 'Throttled table',
  consequence: 'The table takes less than is asked of it: calls, conversations and requests wait, and some fail.',
};

export const FAULTY_TABLE: Consequence = {
  heading: 'Faults of the table',
  consequence: 'DynamoDB fails by itself: everything is slower, and some requests fail.',
};

export const REFUSED_REQUESTS: Consequence = {
  heading: 'Refused requests',
  consequence:
    "A quarter of all requests is refused: the carrier's events may not be believed, or clients are broken or beyond their rate.",
};

export const UNDELIVERED_SCHEDULES: Consequence = {
  heading: 'Undelivered schedules',
  consequence:
    'Schedules have fired and reached no queue: campaigns, calls and ends of trials are a minute late, until the sweep finds them.',
};
