import { describe, expect, test } from '@jest/globals';
import { CONCLUSION_AWAITED_SECONDS, conclusionNews } from '#shared/domain/webhook/call-conclusion.ts';
import { QUEUES } from '#shared/schemas/messages.ts';

const now = new Date('2026-03-02T15:00:00.000Z');
const ended = {
  campaign_id: null,
  status: 'ended',
  answered_at: null,
  answered_by: null,
  assistant_id: 'asst_1',
  concluded_at: null,
};
const answered = { ...ended, answered_at: now.toISOString() };

describe('the conclusion of a call', () => {
  test.each([
    ['that is on', { ...answered, status: 'in_progress' }, null],
    ['whose claim was released', { ...ended, status: 'not_dialed' }, null],
    ['that is scheduled', { ...ended, status: 'scheduled' }, null],
    ['that was cancelled before its dial is that there is none', { ...ended, status: 'cancelled' }, 'concluded'],
    ['whose contact was cancelled', { ...ended, status: 'cancelled', campaign_id: 'camp_1' }, null],
    ['that nobody answered is that there is none', ended, 'concluded'],
    ['without an assistant is that there is none', { ...answered, assistant_id: null }, 'concluded'],
    ['that is concluded is there', { ...answered, concluded_at: now.toISOString() }, 'concluded'],
    ['that was answered is awaited', answered, { awaitedUntil: new Date('2026-03-02T16:15:00.000Z') }],
    ['that a machine took is awaited', { ...ended, answered_by: 'machine' }, expect.anything()],
  ])('%s', (_, call, news) => {
    expect(conclusionNews(call, ['call.hangup'], now)).toEqual(news);
  });

  test('is told once, whatever is heard of the call afterwards', () => {
    expect(conclusionNews(answered, ['call.hangup', 'call.concluded'], now)).toBeNull();
  });

  test('is awaited for longer than the queue tries to write it', () => {
    const { visibilityTimeoutSeconds, maxReceiveCount } = QUEUES.endedCall;
    expect(CONCLUSION_AWAITED_SECONDS).toBeGreaterThan(visibilityTimeoutSeconds * maxReceiveCount);
  });
});
