import { saysGoodbye } from '#shared/domain/conversation/farewell.ts';
import { asksNotToBeCalled } from '#shared/domain/conversation/opt-out-request.ts';
import type { ChatTurn } from '#shared/ports/language-models.ts';
import { type Facts, findFacts } from './scripted-facts.ts';

interface Question {
  text: string;
  isAnswered(facts: Facts): boolean;
}

interface Topic {
  /** Matches the first paragraph of the instructions, where a prompt states its purpose. */
  mentions: RegExp;
  purpose: string;
  questions: Question[];
}

const ROLE: Question = { text: 'May I ask what your role is?', isAnswered: ({ contact }) => 'job_title' in contact };
const EMAIL: Question = {
  text: 'What is the best email address to reach you?',
  isAnswered: ({ contact }) => 'email' in contact,
};
const day = (text: string): Question => ({ text, isAnswered: ({ custom }) => 'preferred_day' in custom });

const OTHERWISE: Topic = {
  mentions: /(?:)/,
  purpose: 'I would like to find out what we can do for you.',
  questions: [ROLE, EMAIL, day('Which day and time would suit you to talk to one of our people?')],
};

const TOPICS: Topic[] = [
  {
    mentions: /\banswers? (the phone|calls)\b|\binbound\b|\bsupport\b/i,
    purpose: 'I take down what you need, and our people see to it.',
    questions: [EMAIL, day('On which day may our people call you back?')],
  },
  {
    mentions: /\bfollow(s|ing)?[- ]up\b|\bearlier conversation\b/i,
    purpose: 'I am calling about our last conversation, to agree on the next step.',
    questions: [ROLE, EMAIL, day('Which day and time would suit you for the next step?')],
  },
  {
    mentions: /\b(meeting|appointment|demo)\b/i,
    purpose: 'I am calling to find a time for a short meeting.',
    questions: [ROLE, EMAIL, day('Which day and time would suit you for a meeting?')],
  },
];

const topicOf = (instructions: string): Topic => {
  const [firstParagraph = ''] = instructions.split('\n\n');
  return TOPICS.find(({ mentions }) => mentions.test(firstParagraph)) ?? OTHERWISE;
};

const OPTED_OUT = 'I understand. You will not be called again. Goodbye.';
const DECLINED = 'I understand. Thank you for your time. Goodbye.';
const SILENCE = 'Are you still there?';

const DECLINES =
  /\b(not interested|no,? thanks?( you)?|wrong number|no time|(bad|not a good) (time|moment)\b|I(?:'m| am) busy(?=( right)?( now| at the moment)?[.!]?$))/i;
const FLAT_NO = /^no\b[\s.!]*$/i;
const ASKS_PURPOSE = /\b(about|why|what do you want|who (is|are))\b[^.!]*\?/i;
const ASKS_IF_HUMAN = /\b(robot|machine|computer|an? AI|real person|human)\b[^.!]*\?/i;

/** The assistant's reaction to the last words, before its next question. */
const reactionTo = (said: string, { purpose }: Topic): string => {
  if (ASKS_IF_HUMAN.test(said)) return 'Yes, I am an AI assistant.';
  if (ASKS_PURPOSE.test(said)) return purpose;
  const { contact, custom } = findFacts([said]);
  if (contact.email) return 'Thank you, I have noted your email address.';
  if (custom.preferred_day) return `Very well, ${custom.preferred_day.value}.`;
  return said.trim().endsWith('?') ? 'I will pass that on to our people.' : 'Thank you.';
};

const closingOf = ({ contact, custom }: Facts): string => {
  const appointment = custom.preferred_day ? `I have noted ${custom.preferred_day.value}. ` : '';
  const way = contact.email ? 'We will confirm it by email. ' : '';
  return `${appointment}${appointment && way}Thank you for your time. Goodbye.`;
};

/**
 * The next words of an assistant that follows a script: it says why it calls, asks one question per turn until it knows
 * enough, sums up, and says goodbye when that is done or the other party wants to end the call.
 */
export const scriptedReply = (instructions: string, turns: readonly ChatTurn[]): string => {
  const topic = topicOf(instructions);
  const heard = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const spoken = turns.filter(({ role }) => role === 'assistant').map(({ text }) => text);
  const facts = findFacts(heard);
  const question = topic.questions.find(
    ({ text, isAnswered }) => !isAnswered(facts) && !spoken.some((words) => words.includes(text)),
  );
  const last = turns.at(-1);
  if (!last) return `Hello, this is an AI assistant. ${topic.purpose} ${question?.text}`;
  if (last.role === 'assistant') return SILENCE;
  if (asksNotToBeCalled([...turns])) return OPTED_OUT;
  if (DECLINES.test(last.text) || FLAT_NO.test(last.text.trim())) return DECLINED;
  if (saysGoodbye(last.text) || !question) return closingOf(facts);
  return `${reactionTo(last.text, topic)} ${question.text}`;
};
