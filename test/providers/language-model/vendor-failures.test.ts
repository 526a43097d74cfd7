import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import * as z from 'zod';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { keyOf, type LlmManner, startFakeLlm } from '#test/harness/fake-llm/fake-llm.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { asked, modelsOf, textOf, VENDORS } from './vendors.ts';

/** Until a reply is complete, or between two pieces of a streamed one. */
const REPLY_DEADLINE_MS = 10_000;

const time = newSuiteTime();
const llm = await startFakeLlm();
const models = modelsOf(llm);
const consoles = [jest.spyOn(console, 'error'), jest.spyOn(console, 'warn'), jest.spyOn(console, 'info')];

beforeEach(() => {
  llm.asked.length = 0;
});
afterEach(() => {
  for (const spy of consoles) expect(spy).not.toHaveBeenCalled();
});
afterAll(() => llm.stop());

const errorOf = async (promise: Promise<unknown>): Promise<LanguageModelError> => {
  const error = await time.during(() =>
    promise.then(
      () => new Error('It did not fail.'),
      (thrown) => thrown,
    ),
  );
  expect(error).toBeInstanceOf(LanguageModelError);
  return error;
};

const MANNERS: [string, LlmManner, string, number][] = [
  ['a 401', { status: 401, words: 'Incorrect API key: sk-fake' }, 'refused', 1],
  ['a 403', { status: 403 }, 'refused', 1],
  ['a 404', { status: 404 }, 'refused', 1],
  ['a 400', { status: 400, words: 'The password is tulip.' }, 'refused', 1],
  ['a 429', { status: 429 }, 'rate_limited', 2],
  ['a 500', { status: 500 }, 'unavailable', 2],
  ['a 529', { status: 529 }, 'unavailable', 2],
];

describe.each(VENDORS)('%s', (provider, model) => {
  test.each(MANNERS)('%s is told in words, and asked again once where that may help', async (...row) => {
    const [, manner, failure, requests] = row;
    llm.will(manner);
    const error = await errorOf(models.reply(asked(provider, model)));
    expect([error.failure, llm.asked.length]).toEqual([failure, requests]);
    expect(error.message).toContain(provider);
    const { text, usage } = models.stream(asked(provider, model));
    expect((await errorOf(textOf(text))).message).toBe(error.message);
    expect((await errorOf(usage)).message).toBe(error.message);
  });

  test('nothing of prompt, answer or key is in an error', async () => {
    for (const manner of [...MANNERS.map(([, each]) => each), { raw: 'The password is tulip.' }]) {
      llm.will(manner);
      const { message, cause, stack } = await errorOf(models.reply(asked(provider, model)));
      expect(cause).toBeUndefined();
      expect(`${message} ${stack}`).not.toMatch(/tulip|sk-fake|Ada|minute/);
    }
  });

  test('a passing fault is survived', async () => {
    llm.will({ status: 500 }, { text: 'Here I am.' });
    expect((await time.during(() => models.reply(asked(provider, model)))).text).toBe('Here I am.');
  });

  test('an answer of another form than the schema is an error', async () => {
    const request = { choice: { provider, model }, instructions: 'Read.', prompt: 'x' };
    const schema = z.object({ colour: z.enum(['red', 'blue']) });
    for (const text of ['{"colour":"green"}', '{"colour":', 'Blue, I think.', '']) {
      llm.will({ text });
      const error = await errorOf(models.extract({ ...request, schema }));
      expect([text, error.failure]).toEqual([text, 'bad_output']);
      expect(error.message).not.toMatch(/green|think/);
    }
  });

  test('what is no answer of the vendor is an error', async () => {
    llm.will({ raw: '<html>Welcome</html>' });
    expect((await errorOf(models.reply(asked(provider, model)))).failure).toBe('bad_output');
    expect((await errorOf(textOf(models.stream(asked(provider, model)).text))).failure).toBe('bad_output');
  });

  test('no answer within the deadline is a timeout', async () => {
    llm.will({ hang: true });
    const began = time.now();
    expect((await errorOf(models.reply(asked(provider, model)))).failure).toBe('timeout');
    const { text, usage } = models.stream(asked(provider, model));
    expect((await errorOf(textOf(text))).failure).toBe('timeout');
    expect((await errorOf(usage)).failure).toBe('timeout');
    expect(time.now() - began).toBe(2 * REPLY_DEADLINE_MS);
  });

  test.each([
    ['open', 'timeout'],
    ['closed', 'unavailable'],
  ] as const)(
    'a stream that stops with the connection %s is a failure, after what was said',
    async (state, failure) => {
      llm.will({ breakOff: state, text: 'I am calling about a meeting.' });
      const { text, usage } = models.stream(asked(provider, model));
      const pieces = text[Symbol.asyncIterator]();
      expect(await pieces.next()).toEqual({ value: 'I ', done: false });
      expect((await errorOf(pieces.next())).failure).toBe(failure);
      expect((await errorOf(usage)).failure).toBe(failure);
    },
  );
});

describe('a caller', () => {
  test('that gives up gets no reply, and is not told of a timeout', async () => {
    llm.will({ hang: true });
    const caller = new AbortController();
    const reply = errorOf(models.reply(asked('openai', 'gpt-4.1-mini', { signal: caller.signal })));
    const { text } = models.stream(asked('openai', 'gpt-4.1-mini', { signal: caller.signal }));
    const streamed = errorOf(textOf(text));
    caller.abort();
    expect([(await reply).failure, (await streamed).failure]).toEqual(['aborted', 'aborted']);
  });

  test('that stops reading ends the stream', async () => {
    const givenUp = llm.nextGivenUp();
    llm.will({ breakOff: 'open', text: 'I am calling about a meeting.' });
    const { text, usage } = models.stream(asked('anthropic', 'claude-haiku-4-5'));
    for await (const piece of text) {
      expect(piece).toBe('I ');
      break;
    }
    expect((await errorOf(usage)).failure).toBe('aborted');
    await givenUp;
  });

  test('that reads a long reply has the deadline between two pieces, not for the whole', async () => {
    llm.will({ text: 'I am calling about a meeting, and it will not take long.', pauseMs: REPLY_DEADLINE_MS / 5 });
    const began = time.now();
    const { text } = models.stream(asked('openai', 'gpt-4.1-mini'));
    expect((await time.during(() => textOf(text))).join('')).toMatch(/long\.$/);
    expect(time.now() - began).toBeGreaterThan(REPLY_DEADLINE_MS);
  });
});

test('a vendor that cannot be reached is unavailable', async () => {
  const stopped = await startFakeLlm();
  await stopped.stop();
  const error = await errorOf(modelsOf(stopped).reply(asked('groq', 'llama-3.3-70b-versatile')));
  expect([error.failure, error.message]).toEqual([
    'unavailable',
    expect.stringMatching(/^groq could not be reached|^The request to groq failed/),
  ]);
});

test('a wrong key is refused and not shown', async () => {
  const wrong = modelsOf(llm, { keys: (provider) => `${keyOf(provider)}-wrong` });
  const error = await errorOf(wrong.reply(asked('openai', 'gpt-4.1-mini')));
  expect([error.failure, error.message]).toEqual(['refused', expect.stringMatching(/^openai refused the key \(401/)]);
});

test('a key that cannot be read is an outage, not the offline model', async () => {
  const keyless = modelsOf(llm, {
    keys: () => {
      throw new Error('AccessDenied to secret:openai');
    },
  });
  const error = await errorOf(keyless.reply(asked('openai', 'gpt-4.1-mini')));
  expect([error.failure, error.message]).toEqual(['unavailable', 'The key of openai could not be read.']);
});
