import { describe, expect, test } from '@jest/globals';
import { localTimeAt } from '#shared/domain/call/local-time.ts';
import { extractionInstructions, extractionPrompt, extractionSchema } from '#shared/domain/extraction/extraction.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { apply } from '#test/domain/extraction/records.ts';

/** Monday, ten in the morning in New York. */
const CALL = {
  timezone: 'America/New_York',
  beganAt: new Date('2026-03-02T15:00:00.000Z'),
  endedAt: new Date('2026-03-02T15:03:20.000Z'),
};

/** When somebody who says this is called back, on their own clock; null if never. */
const calledBack = async (...lines: string[]): Promise<string | null> => {
  const transcript = lines.map((text) => ({ role: 'user', text }));
  const { output } = await scriptedModels().extract({
    choice: { provider: 'openai', model: 'gpt-4.1-mini' },
    instructions: extractionInstructions(CALL),
    prompt: extractionPrompt(transcript),
    schema: extractionSchema,
  });
  const { callback_at } = apply(output, { transcript, times: CALL }).accepted;
  if (!callback_at) return null;
  expect(lines.join(' ')).toContain(callback_at.evidence);
  const { date, time } = localTimeAt(CALL.timezone, new Date(callback_at.value));
  return `${date} ${time}`;
};

const PHRASES: Record<string, [string, string | null][]> = {
  'a weekday': [
    ['Call me on Tuesday at three.', '2026-03-03 15:00:00'],
    ['Could you ring me on Friday at 9:30?', '2026-03-06 09:30:00'],
    ['Please call back Wednesday afternoon.', '2026-03-04 14:00:00'],
    ['Call me on Monday at eight in the evening.', '2026-03-09 20:00:00'],
    ['Try me again on Thursday.', '2026-03-05 10:00:00'],
    ['Call me next Tuesday at noon.', '2026-03-10 12:00:00'],
    // The clocks change in between.
    ['Call me again next Monday at half past nine.', '2026-03-09 09:30:00'],
  ],
  tomorrow: [
    ['Call me tomorrow.', '2026-03-03 10:00:00'],
    ['Can you call me back tomorrow at ten?', '2026-03-03 10:00:00'],
    ['Give me a call tomorrow morning.', '2026-03-03 09:00:00'],
    ['Tomorrow at quarter to four you can call me.', '2026-03-03 15:45:00'],
    ['Call us the day after tomorrow at 5 p.m. please.', '2026-03-04 17:00:00'],
  ],
  'a span': [
    ['I am busy right now. Call me back in two minutes, please.', '2026-03-02 10:05:20'],
    ['Call me in an hour.', '2026-03-02 11:03:20'],
    ['Ring me in half an hour.', '2026-03-02 10:33:20'],
    ['Please call again in 90 minutes.', '2026-03-02 11:33:20'],
    ['I would like to be called back in three days at two.', '2026-03-05 14:00:00'],
  ],
  'next week': [
    ['Call me next week.', '2026-03-09 10:00:00'],
    ['Call me next week on Wednesday at eleven.', '2026-03-11 11:00:00'],
    ['Call me back in two weeks.', '2026-03-16 10:00:00'],
  ],
  'an hour of today, or of the next day that has it': [
    ['Call me today at three.', '2026-03-02 15:00:00'],
    ['Call me this evening.', '2026-03-02 18:00:00'],
    ['Call me at noon.', '2026-03-02 12:00:00'],
    ['Call me at nine.', '2026-03-03 09:00:00'],
  ],
  'an hour that is outside all hours': [
    ['Call me tomorrow at six in the morning.', '2026-03-03 06:00:00'],
    ["Call me tomorrow at eleven o'clock at night.", '2026-03-03 23:00:00'],
  ],
  'a time that is past': [
    ['Call me today at eight.', null],
    ['You should call me this morning.', null],
  ],
  'an appointment, or a time for something else': [
    ['Tuesday at ten suits me.', null],
    ['I am back at my desk tomorrow at three.', null],
  ],
  'no time': [
    ['Call me later.', null],
    ['Please call back some other time.', null],
  ],
  'what is not wished': [
    ['I cannot take a call tomorrow.', null],
    ['Please do not ring me on Tuesday.', null],
  ],
  'a wish not to be called at all': [['Call me tomorrow at ten. No, take me off your list.', null]],
  'a correction': [['Call me on Tuesday at three. Or rather, call me on Wednesday at four.', '2026-03-04 16:00:00']],
};

describe.each(Object.entries(PHRASES))('%s', (_, phrases) => {
  test.each(phrases)('%s', async (line, expected) => {
    expect(await calledBack(line)).toBe(expected);
  });
});

test('instructions without a clock lead to no callback', async () => {
  const { output } = await scriptedModels().extract({
    choice: { provider: 'openai', model: 'gpt-4.1-mini' },
    instructions: 'Read this.',
    prompt: extractionPrompt([{ role: 'user', text: 'Call me tomorrow.' }]),
    schema: extractionSchema,
  });
  expect(output.callback_at).toBeNull();
});
