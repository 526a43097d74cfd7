import { afterAll, expect, test } from '@jest/globals';
import { heard, openVirtualCarrier, order, talkative, type VirtualEvent } from './virtual-carrier.ts';

const carrier = openVirtualCarrier();
afterAll(() => carrier.close());

/** What the other party says in a call. */
const linesTo = (to: string, engine = talkative): string[] =>
  carrier.hold(engine, { to, speed: 1 }).flatMap((event) => heard(event) ?? []);
const SCREENED = '+14155550011';
const answering = (text: string) => (event: VirtualEvent) =>
  heard(event) ? [order({ action: 'speak', text })] : talkative(event);

test('a screening assistant asks at once, and puts a person through who talks like anybody', () => {
  const [prompt, hello, ...talk] = linesTo(SCREENED);
  expect(prompt).toMatch(/record your name and reason for calling/);
  expect(hello).toBe('Hello?');
  const withoutEmail = (lines: string[]) => lines.map((line) => line.replace(/\S+@/, ''));
  expect(withoutEmail(talk)).toEqual(withoutEmail(linesTo('+14155550001')));
});

test('a screening assistant is what the carrier detects, and has no beep', () => {
  const events = carrier.hold(talkative, { to: SCREENED, speed: 1 });
  expect(events.find(({ type }) => type === 'call.machine_detection.ended')?.data.result).toBe('machine');
  expect(events.map(({ type }) => type)).not.toContain('call.machine_greeting.ended');
});

test('a screening assistant puts nobody through to who makes many words, or says nothing after its prompt', () => {
  expect(linesTo(SCREENED, answering('This goes on and on. '.repeat(10)))).toHaveLength(1);
  expect(linesTo(SCREENED, (event) => (event.type === 'call.answered' ? talkative(event) : []))).toHaveLength(1);
});

test('a screening assistant is heard by who begins to listen half a second late, however fast the carrier is', () => {
  for (const speed of [10, 50, 100]) {
    const events = carrier.hold(talkative, { to: SCREENED, speed, thinkingMs: 500 });
    expect(events.flatMap((event) => heard(event) ?? []).slice(0, 2)).toEqual([
      expect.stringMatching(/record your name/),
      'Hello?',
    ]);
  }
});
