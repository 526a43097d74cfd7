import { describe, expect, test } from '@jest/globals';
import {
  type NumberLife,
  reconciliationOf,
  reservedUntil,
  trialSweptAt,
  unfinishedAt,
} from '#shared/domain/phone-number/reconciliation.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const EARLIER = '2026-11-21T11:59:59.999Z';
const LATER = '2026-11-21T12:00:00.001Z';

const lifeOf = (life: Partial<NumberLife>): NumberLife => ({
  status: 'active',
  trial_expires_at: null,
  due_at: null,
  ...life,
});

describe('what a number needs', () => {
  test.each<[string, Partial<NumberLife>, ReturnType<typeof reconciliationOf>]>([
    ['a paid number nothing', {}, 'none'],
    ['a trial nothing before it ends', { trial_expires_at: LATER }, 'none'],
    ['a trial its end from that instant on', { trial_expires_at: NOW.toISOString() }, 'end_trial'],
    ['an expired trial its end, however late', { trial_expires_at: '2020-01-01T00:00:00.000Z' }, 'end_trial'],
    ['a release its end, whenever it began', { status: 'releasing', due_at: LATER }, 'release'],
    ['a fresh purchase nothing', { status: 'pending', due_at: LATER }, 'none'],
    ['a purchase that nobody finished its end', { status: 'pending', due_at: EARLIER }, 'drop'],
    ['a trial purchase no release', { status: 'pending', due_at: LATER, trial_expires_at: EARLIER }, 'none'],
    ['a purchase that is being undone its end', { status: 'dropping', due_at: LATER }, 'drop'],
    ['a released number nothing', { status: 'released', trial_expires_at: EARLIER }, 'none'],
  ])('%s', (_, life, care) => {
    expect(reconciliationOf(lifeOf(life), NOW)).toBe(care);
  });
});

describe('when the sweep looks', () => {
  test('ten minutes after a purchase began, a minute after a release began', () => {
    expect(reservedUntil(NOW)).toBe('2026-11-21T12:10:00.000Z');
    expect(unfinishedAt(NOW)).toBe('2026-11-21T12:01:00.000Z');
  });

  test('two minutes after the end of a trial, and never at a number without an end', () => {
    expect(trialSweptAt(NOW.toISOString())).toBe('2026-11-21T12:02:00.000Z');
    expect(trialSweptAt(null)).toBeNull();
  });
});
