import { describe, expect, test } from '@jest/globals';
import { isStray } from '#shared/domain/call/stray.ts';

const refused = {
  status: 'ended',
  outcome: 'failed',
  call_control_id: null,
  generation: 1,
  direction: 'outbound' as const,
  events: {},
};

test('a call whose dial was refused is at the carrier by mistake', () => {
  expect(isStray(refused, 1)).toBe(true);
});

describe('a call that failed, whose ids at the carrier were forgotten with its person, is none', () => {
  test('where it was dialled and heard of', () => {
    expect(isStray({ ...refused, events: { 'call.hangup': '2026-05-01T10:00:00.000Z' } }, 1)).toBe(false);
  });

  test('where somebody called us', () => {
    expect(isStray({ ...refused, direction: 'inbound', generation: 0 }, undefined)).toBe(false);
  });
});
