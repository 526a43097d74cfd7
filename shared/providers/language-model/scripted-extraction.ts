import * as z from 'zod';
import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import { findOptOutPhrase } from '#shared/domain/conversation/opt-out-request.ts';
import { utterancesOf } from '#shared/domain/conversation/utterances.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { clockIn, findCallback } from './scripted-callback.ts';
import { type Fact, type Facts, findFacts } from './scripted-facts.ts';

const Line = z.object({ role: z.string(), text: z.string() });

/** The lines of a prompt that are JSON objects with a role and a text; others are ignored. */
const transcriptOf = (prompt: string): SpokenLine[] =>
  prompt.split('\n').flatMap((line) => {
    try {
      return Line.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });

const sentence = (words: string, fact: Fact | undefined): string[] => (fact ? [`${words} ${fact.value}.`] : []);

const summaryOf = ({ contact, custom }: Facts, isOptOut: boolean): string => {
  const sentences = [
    ...sentence('The other party is', contact.job_title),
    ...sentence('What suits them:', custom.preferred_day),
    ...(contact.email ? ['They gave an email address.'] : []),
    ...(isOptOut ? ['They asked not to be called again.'] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : 'The call was answered; nothing was agreed.';
};

/** The names of an object's properties in a JSON schema. */
interface Shape {
  properties?: Record<string, Shape>;
}

const pick = (facts: Record<string, Fact>, shape: Shape | undefined): Record<string, Fact | null> =>
  Object.fromEntries(Object.keys(shape?.properties ?? {}).map((name) => [name, facts[name] ?? null]));

/**
 * What patterns find in a transcript, in the fields of `extractionSchema` that `schema` has.
 * @throws LanguageModelError when the schema asks for something else.
 */
export const scriptedExtraction = <Schema extends z.ZodType>(
  { instructions, prompt }: { instructions: string; prompt: string },
  schema: Schema,
): z.output<Schema> => {
  const transcript = transcriptOf(prompt);
  const utterances = utterancesOf(transcript);
  const facts = findFacts(utterances);
  const optOutRequest = findOptOutPhrase(transcript);
  const clock = clockIn(instructions);
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Shape;
  const all: Record<string, unknown> = {
    summary: utterances.length > 0 ? summaryOf(facts, optOutRequest !== null) : null,
    do_not_call: optOutRequest !== null,
    do_not_call_evidence: optOutRequest,
    callback_at: clock ? findCallback(utterances, clock) : null,
    contact: pick(facts.contact, properties.contact),
    company: pick(facts.company, properties.company),
    custom_fields: Object.entries(facts.custom).map(([name, fact]) => ({ name, ...fact })),
  };
  const asked = Object.fromEntries(Object.keys(properties).map((name) => [name, all[name] ?? null]));
  const { data, success } = schema.safeParse(asked);
  if (!success) throw new LanguageModelError('bad_output', 'The scripted model has no answer in this form.');
  return data as z.output<Schema>;
};
