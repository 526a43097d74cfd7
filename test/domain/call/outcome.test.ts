import { describe, expect, test } from '@jest/globals';
import { type CallEnd, outcomeOf } from '#shared/domain/call/lifecycle.ts';

const UNHEARD: CallEnd = { cause: null, detection: null, isNormal: false, isAnswered: false, isScreenedOut: false };
const ended = (end: Partial<CallEnd>) => outcomeOf({ ...UNHEARD, ...end });

describe('a call of which an answer was reported', () => {
  test.each(['normal_clearing', 'unspecified', 'call_rejected', 'originator_cancel', 'user_busy', null])(
    'was answered, however it ended: %s',
    (cause) => {
      expect(ended({ cause, isAnswered: true })).toBe('answered');
      expect(ended({ cause, detection: 'human' })).toBe('answered');
      expect(ended({ cause, detection: 'machine' })).toBe('voicemail');
      expect(ended({ cause, detection: 'machine', isAnswered: true })).toBe('voicemail');
    },
  );
});

describe('a call of which none was reported', () => {
  test.each([
    ['normal_clearing', 'answered'],
    ['time_limit', 'answered'],
    ['user_busy', 'busy'],
    ['no_answer', 'no_answer'],
    ['timeout', 'no_answer'],
    ['originator_cancel', 'no_answer'],
    ['invalid_number', 'failed'],
    ['unspecified', 'failed'],
  ] as const)('is what its cause says: %s is %s', (cause, outcome) => {
    expect(ended({ cause })).toBe(outcome);
    expect(ended({ cause, detection: 'unknown' })).toBe(outcome);
  });

  test('and that has no cause, was answered if the carrier calls its end normal', () => {
    expect([ended({ isNormal: true }), ended({})]).toEqual(['answered', 'unknown']);
  });
});
