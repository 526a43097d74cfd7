import { describe, expect, test } from '@jest/globals';
import { noteDials } from '#shared/domain/campaign/breaker.ts';

const dial = (outcome: string, ended_reason: string | null = outcome, error: string | null = null) => ({
  outcome,
  ended_reason,
  error,
});
const FAILED = dial('failed', 'call_rejected');
const GOOD = [dial('answered'), dial('no_answer'), dial('busy', 'user_busy'), dial('voicemail')];
const INVALID = dial('failed', 'invalid_number');

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const good = (count: number) => Array.from({ length: count }, (_, at) => GOOD[at % GOOD.length] as (typeof GOOD)[0]);

describe('a campaign is halted', () => {
  test('when 20 of its last 25 dials failed, with the figures in words', () => {
    const { reason } = noteDials(undefined, 1, [...good(5), ...times(20, FAILED)]);
    expect(reason).toBe('20 of the last 25 calls failed; the last one: call_rejected');
  });

  test("with the carrier's words, if it said any", () => {
    const words = dial('failed', 'rejected', 'Telnyx answered 403, D13.');
    const { reason } = noteDials(undefined, 1, [...good(4), ...times(20, FAILED), words]);
    expect(reason).toBe('21 of the last 25 calls failed; the last one: Telnyx answered 403, D13.');
  });

  test('by dials whose fate is unknown', () => {
    expect(noteDials(undefined, 1, times(25, dial('unknown'))).reason).toMatch(/^25 of the last 25/);
  });

  test('though the dials that failed come with others in one batch', () => {
    const { window } = noteDials(undefined, 1, times(25, FAILED).slice(1));
    expect(noteDials(window, 1, [FAILED, ...good(10)]).reason).toMatch(/^25 of the last 25/);
  });
});

describe('a campaign runs on', () => {
  test.each([
    ['19 of 25 failed', [...good(6), ...times(19, FAILED)]],
    ['there were 24 dials only', times(24, FAILED)],
    ['the numbers were invalid', times(60, INVALID)],
    ['invalid numbers come between', times(13, [FAILED, INVALID]).flat()],
    ['the failures are older than 25 dials', [...times(19, FAILED), ...good(30), ...times(19, FAILED)]],
  ])('when %s', (_, dials) => {
    expect(noteDials(undefined, 1, dials).reason).toBeNull();
  });
});

test('the window goes on from settlement to settlement', () => {
  let noted = noteDials(undefined, 3, good(5));
  for (let count = 1; count < 20; count++) {
    noted = noteDials(noted.window, 3, [FAILED]);
    expect(noted.reason).toBeNull();
  }
  expect(noteDials(noted.window, 3, [FAILED]).reason).toMatch(/^20 of the last 25/);
});

test('it begins anew with each run', () => {
  const { window } = noteDials(undefined, 1, times(24, FAILED));
  const { window: next, reason } = noteDials(window, 2, [FAILED]);
  expect({ next, reason }).toEqual({ next: { run: 2, results: 'F' }, reason: null });
});
