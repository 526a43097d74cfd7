import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type Callee, scriptOf } from '#infra/local/carrier/calls/callees.ts';
import { ASSISTANT_TEMPLATES, type TemplateId } from '#shared/domain/assistant/templates.ts';
import { saysGoodbye } from '#shared/domain/conversation/farewell.ts';
import { EXTRACTION_INSTRUCTIONS, extractionPrompt, extractionSchema } from '#shared/domain/extraction/extraction.ts';
import type { ChatTurn } from '#shared/ports/language-models.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { apply } from '#test/domain/extraction/records.ts';

const models = scriptedModels();
const choice = { provider: 'openai', model: 'gpt-4.1-mini' } as const;
const settings = { choice, temperature: 0.7, maxTokens: 250 };

/** Lines of the other party, each followed by the assistant's answer, until one of them has nothing more to say. */
const converse = async (template: TemplateId, lines: string[]): Promise<ChatTurn[]> => {
  const { system_prompt: instructions, first_message: text } = ASSISTANT_TEMPLATES[template];
  const turns: ChatTurn[] = [{ role: 'assistant', text }];
  for (const line of lines) {
    turns.push({ role: 'user', text: line });
    const reply = await models.reply({ ...settings, instructions, turns });
    turns.push({ role: 'assistant', text: reply.text });
    if (saysGoodbye(reply.text)) break;
  }
  return turns;
};

const answersIn = (turns: ChatTurn[]): string[] =>
  turns.slice(1).flatMap(({ role, text }) => (role === 'assistant' ? [text] : []));

const read = async (turns: ChatTurn[]) => {
  const prompt = extractionPrompt(turns);
  return models.extract({ choice, instructions: EXTRACTION_INSTRUCTIONS, prompt, schema: extractionSchema });
};

const PHONE = '+14155550001';
const callee = (name: Callee) => scriptOf(name, PHONE);

describe('a conversation', () => {
  test.each(['outbound-setter', 'follow-up', 'custom'] as const)(
    'of %s: one question per turn, then goodbye',
    async (template) => {
      const answers = answersIn(await converse(template, callee('interested')));
      expect(answers).toHaveLength(4);
      for (const answer of answers.slice(0, -1)) expect(answer.match(/\?/g)).toHaveLength(1);
      expect(answers.slice(0, 3).map((answer) => /\b(role|email|day)\b[^.]*\?$/.exec(answer)?.[1])).toEqual([
        'role',
        'email',
        'day',
      ]);
      expect(answers.at(-1)).toContain('Tuesday at ten');
      expect(saysGoodbye(answers.at(-1) ?? '')).toBe(true);
    },
  );

  test('says why it calls when it is asked, as its instructions say', async () => {
    const purposes = await Promise.all(
      (['outbound-setter', 'follow-up'] as const).map(async (template) =>
        answersIn(await converse(template, ['Hi. What is this about?'])).join(),
      ),
    );
    expect(purposes).toEqual([expect.stringMatching(/meeting/), expect.stringMatching(/last conversation/)]);
  });

  test('with a caller: takes down what they want, and says goodbye after them', async () => {
    const answers = answersIn(await converse('inbound-support', callee('caller')));
    expect(answers[0]).toMatch(/^I will pass that on/);
    expect(answers.join()).not.toMatch(/role/);
    expect(saysGoodbye(answers.at(-1) ?? '')).toBe(true);
  });

  test('with somebody who wants no more calls ends at once, with a promise', async () => {
    const answers = answersIn(await converse('outbound-setter', callee('asks_not_to_be_called')));
    expect(answers).toEqual(['I understand. You will not be called again. Goodbye.']);
  });

  test.each(['No, thank you.', 'No.', 'I am not interested.', 'Sorry, this is a bad time.', 'I am busy right now.'])(
    'with somebody who says "%s" ends politely',
    async (line) => {
      const [answer = ''] = answersIn(await converse('outbound-setter', [line]));
      expect([saysGoodbye(answer), answer]).toEqual([true, expect.not.stringMatching(/called again/)]);
    },
  );

  test('with somebody who answers nothing ends by itself', async () => {
    const answers = answersIn(
      await converse(
        'custom',
        Array.from({ length: 20 }, () => 'Well, that depends.'),
      ),
    );
    expect(answers.length).toBeLessThanOrEqual(4);
    expect(saysGoodbye(answers.at(-1) ?? '')).toBe(true);
  });

  test('does not ask what was already said, and admits to be an AI', async () => {
    const [answer = ''] = answersIn(await converse('outbound-setter', ['I am the owner. Are you a robot?']));
    expect(answer).toBe('Yes, I am an AI assistant. What is the best email address to reach you?');
  });

  test('may begin with the assistant, and outlasts a silence', async () => {
    const instructions = 'You arrange a demo.';
    const first = await models.reply({ ...settings, instructions, turns: [] });
    expect(first.text).toMatch(/^Hello.*\?$/);
    const turns: ChatTurn[] = [{ role: 'assistant', text: first.text }];
    expect((await models.reply({ ...settings, instructions, turns })).text).toBe('Are you still there?');
  });

  test('is the same every time, streamed or not, and within the token limit', async () => {
    const request = { ...settings, instructions: 'You arrange a demo.', turns: [] };
    const reply = await models.reply(request);
    expect(await models.reply(request)).toEqual(reply);
    const { text, usage } = models.stream(request);
    const pieces: string[] = [];
    for await (const piece of text) pieces.push(piece);
    expect([pieces.join(''), pieces.length > 2]).toEqual([reply.text, true]);
    expect({ text: reply.text, ...(await usage) }).toEqual(reply);
    const short = await models.reply({ ...request, maxTokens: 8 });
    expect([short.text, short.outputTokens]).toEqual(['Hello, this is an AI assistant.', 8]);
  });
});

describe('an extraction', () => {
  test('finds what the simulated callee tells, with evidence that holds', async () => {
    const transcript = await converse('outbound-setter', callee('interested'));
    const { output, inputTokens, outputTokens } = await read(transcript);
    const [, , sentence = ''] = callee('interested');
    const email = /\S+@example\.com/.exec(sentence)?.[0];
    expect(output.contact).toMatchObject({
      email: { value: email, evidence: sentence },
      job_title: { value: 'operations manager', evidence: 'I am the operations manager here.' },
      first_name: null,
    });
    expect(output.custom_fields).toEqual([
      { name: 'preferred_day', value: 'Tuesday at ten', evidence: 'Tuesday at ten suits me.' },
    ]);
    expect(output.summary).toContain('operations manager');
    expect([output.do_not_call, inputTokens > 0, outputTokens > 0]).toEqual([false, true, true]);
    const applied = apply(output, { transcript });
    expect(applied.rejected).toEqual([]);
    expect(applied.contactChanges).toEqual({
      email,
      job_title: 'operations manager',
      custom_fields: { preferred_day: 'Tuesday at ten' },
    });
  });

  test('finds the wish not to be called again', async () => {
    const { output } = await read(await converse('outbound-setter', callee('asks_not_to_be_called')));
    expect(output).toMatchObject({ do_not_call: true, do_not_call_evidence: callee('asks_not_to_be_called')[0] });
  });

  test.each([
    ['My name is Ada Byron.', { contact: { first_name: 'Ada', last_name: 'Byron' } }],
    ['I’m head of purchasing, by the way.', { contact: { job_title: 'head of purchasing' } }],
    ['I work as an accountant.', { contact: { job_title: 'accountant' } }],
    ['My role is chief of staff.', { contact: { job_title: 'chief of staff' } }],
    ['We are about 40 people.', { company: { company_size: '40' } }],
    ['We are in the logistics business.', { company: { industry: 'logistics' } }],
    ['We are based in New York.', { company: { city: 'New York' } }],
    ['Our website is www.acme.example.', { company: { website: 'www.acme.example' } }],
    ['Our clocks follow Europe/Berlin.', { contact: { timezone: 'Europe/Berlin' } }],
    ['You can reach me best by email.', { contact: { preferred_contact_method: 'email' } }],
  ])('understands "%s"', async (text, expected) => {
    const { output } = await read([{ role: 'user', text }]);
    const values = { contact: output.contact, company: output.company } as Record<
      string,
      Record<string, { value: string } | null>
    >;
    for (const [group, fields] of Object.entries(expected)) {
      for (const [name, value] of Object.entries(fields)) expect(values[group]?.[name]?.value).toBe(value);
    }
  });

  test('takes the last word, and a day that suits', async () => {
    const { output } = await read([
      {
        role: 'user',
        text: 'It is ada@example.com. No, ada.byron@example.com. Tuesday does not suit me. Friday morning does.',
      },
    ]);
    expect([output.contact.email?.value, output.custom_fields[0]?.value]).toEqual([
      'ada.byron@example.com',
      'Friday morning',
    ]);
  });

  test.each([
    'I am not the manager.',
    'I am afraid the manager is out.',
    'I am looking for the director.',
    'We are in a hurry.',
    'There is no web site.',
    'What is this about?',
  ])('reads nothing into "%s"', async (text) => {
    const { output } = await read([{ role: 'user', text }]);
    const found = [...Object.values(output.contact), ...Object.values(output.company), ...output.custom_fields];
    expect(found.filter((value) => value !== null)).toEqual([]);
  });

  test('reads nothing into what the assistant says', async () => {
    const { output } = await read([
      { role: 'assistant', text: 'I am the manager, call me at ai@example.com on Monday.' },
    ]);
    expect(output).toMatchObject({ summary: null, contact: { email: null, job_title: null }, custom_fields: [] });
  });

  test('answers a part of the form, and refuses another form', async () => {
    const prompt = extractionPrompt([{ role: 'user', text: 'It is ada@example.com.' }]);
    const ask = (schema: z.ZodType) => models.extract({ choice, instructions: '', prompt, schema });
    const part = extractionSchema.pick({ summary: true });
    expect((await ask(part)).output).toEqual({ summary: 'They gave an email address.' });
    await expect(ask(z.object({ colour: z.string() }))).rejects.toMatchObject({ failure: 'bad_output' });
  });
});
