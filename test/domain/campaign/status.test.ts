import { describe, expect, test } from '@jest/globals';
import {
  CAMPAIGN_STATUSES,
  type CampaignCommand,
  type CampaignLife,
  type CampaignStatus,
  isOver,
  isRunning,
  startsAt,
  transition,
} from '#shared/domain/campaign/status.ts';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const AT = NOW.toISOString();
const BEFORE = '2026-05-01T08:00:00.000Z';
const LATER = '2026-06-01T08:00:00.000Z';

const life = (given: Partial<CampaignLife> = {}): CampaignLife => ({
  id: 'camp_1',
  status: 'draft',
  paused_reason: null,
  runs: 0,
  execution_id: null,
  calls_left: null,
  scheduled_start_at: null,
  started_at: null,
  completed_at: null,
  deleted_at: null,
  redials: 0,
  redial_place: null,
  redial_left: 0,
  redialled_at: null,
  updated_at: BEFORE,
  ...given,
});

const change = (given: Partial<Extract<CampaignCommand, { type: 'change' }>> = {}): CampaignCommand => ({
  type: 'change',
  fields: ['name'],
  startAt: null,
  hasContacts: true,
  ...given,
});

const COMMANDS: Record<CampaignCommand['type'], CampaignCommand> = {
  run: { type: 'run', executionId: 'run_1', maxCalls: 7 },
  pause: { type: 'pause' },
  resume: { type: 'resume' },
  cancel: { type: 'cancel' },
  redial: { type: 'redial', unreached: 5, waiting: 0, skipped: 0, mayFindMore: false },
  delete: { type: 'delete' },
  add_contacts: { type: 'add_contacts' },
  change: change(),
  start_as_scheduled: { type: 'start_as_scheduled' },
  halt: { type: 'halt', reason: 'The assistant was deleted.' },
  complete: { type: 'complete' },
};

/**
 * The status that each command leads to from draft, scheduled, running, paused, completed and cancelled; 409 refuses.
 */
const STATUS_AFTER: Record<CampaignCommand['type'], (CampaignStatus | 409)[]> = {
  run: ['running', 'running', 'running', 'running', 409, 409],
  pause: [409, 409, 'paused', 'paused', 409, 409],
  resume: [409, 409, 409, 'running', 409, 409],
  cancel: ['cancelled', 'cancelled', 'cancelled', 'cancelled', 409, 409],
  redial: [409, 409, 409, 'paused', 'paused', 'paused'],
  delete: ['draft', 'scheduled', 409, 'paused', 'completed', 'cancelled'],
  add_contacts: ['draft', 'scheduled', 'running', 'paused', 'paused', 409],
  change: ['draft', 'draft', 'running', 'paused', 409, 409],
  start_as_scheduled: [409, 'running', 409, 409, 409, 409],
  halt: [409, 'paused', 'paused', 409, 409, 409],
  complete: [409, 409, 'completed', 409, 409, 409],
};

const CASES = Object.entries(STATUS_AFTER).flatMap(([type, after]) =>
  ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'].map(
    (status, at) => [type, status, after[at]] as [CampaignCommand['type'], CampaignStatus, CampaignStatus | 409],
  ),
);

describe('every command in every status', () => {
  test('the table names them all', () => expect(CASES).toHaveLength(11 * CAMPAIGN_STATUSES.length));

  test.each(CASES)('%s of a %s campaign: %s', (type, status, expected) => {
    const before = life({ status });
    const { changes, refusal } = transition(before, COMMANDS[type], NOW);
    if (expected === 409) {
      expect(refusal?.status).toBe(409);
      expect(refusal?.message).toContain(`A ${status} campaign cannot `);
      return;
    }
    expect({ ...before, ...changes }.status).toBe(expected);
    const changesNothing = type === 'pause' && status === 'paused';
    expect(changes).toEqual(changesNothing ? {} : expect.objectContaining({ updated_at: AT }));
  });

  test.each(Object.values(COMMANDS))('$type of a deleted campaign is a 404', (command) => {
    for (const status of CAMPAIGN_STATUSES) {
      expect(transition(life({ status, deleted_at: BEFORE }), command, NOW).refusal?.status).toBe(404);
    }
  });
});

describe('what a command changes besides the status', () => {
  const changesOf = (given: Partial<CampaignLife>, command: CampaignCommand) =>
    transition(life(given), command, NOW).changes;

  test('a run begins an execution with its cap, and forgets why the campaign was paused', () => {
    expect(changesOf({ status: 'paused', paused_reason: 'x' }, COMMANDS.run)).toEqual({
      status: 'running',
      runs: 1,
      execution_id: 'run_1',
      calls_left: 7,
      paused_reason: null,
      started_at: AT,
      updated_at: AT,
    });
  });

  test('a run of a campaign that dials without a cap begins nothing; one that gives or lifts a cap does', () => {
    const uncapped = { ...COMMANDS.run, maxCalls: null };
    expect(changesOf({ status: 'running' }, uncapped)).toEqual({});
    expect(changesOf({ status: 'running', calls_left: 3 }, uncapped)).toMatchObject({ runs: 1, calls_left: null });
    expect(changesOf({ status: 'running' }, COMMANDS.run)).toMatchObject({ runs: 1, calls_left: 7 });
  });

  test.each(['run', 'resume', 'start_as_scheduled'] as const)('%s keeps the time of the first start', (type) => {
    const status = type === 'start_as_scheduled' ? 'scheduled' : 'paused';
    expect(changesOf({ status, started_at: BEFORE }, COMMANDS[type])).toMatchObject({ started_at: BEFORE });
    expect(changesOf({ status }, COMMANDS[type])).toMatchObject({ started_at: AT });
  });

  test('a resume lifts a cap that is spent, and keeps one that is not', () => {
    expect(changesOf({ status: 'paused', calls_left: 0 }, COMMANDS.resume)).toMatchObject({ calls_left: null });
    expect(changesOf({ status: 'paused', calls_left: 3 }, COMMANDS.resume)).toMatchObject({ calls_left: 3 });
  });

  test('the engine tells why it halts a campaign; a person who pauses it need not', () => {
    expect(changesOf({ status: 'running' }, COMMANDS.halt)).toMatchObject({
      paused_reason: 'The assistant was deleted.',
    });
    expect(changesOf({ status: 'running', paused_reason: 'x' }, COMMANDS.pause)).toMatchObject({ paused_reason: null });
  });

  test('whatever ends a campaign tells when, and whatever reopens it takes that back', () => {
    expect(changesOf({ status: 'running' }, COMMANDS.complete)).toMatchObject({ completed_at: AT });
    expect(changesOf({ status: 'running' }, COMMANDS.cancel)).toMatchObject({ completed_at: AT });
    const ended = { status: 'completed' as const, completed_at: BEFORE };
    expect(changesOf(ended, COMMANDS.redial)).toMatchObject({ completed_at: null, calls_left: null });
    expect(changesOf(ended, COMMANDS.add_contacts)).toMatchObject({ completed_at: null });
    expect(changesOf(ended, COMMANDS.delete)).toMatchObject({ deleted_at: AT, updated_at: AT });
  });

  describe('while a redial is carried out', () => {
    const open = { redials: 2, redial_place: 'ended#failed#cont_1', redial_left: 3, redialled_at: BEFORE };

    test('a redial begins at the first contact, and leaves the campaign as it is when nobody was left unreached', () => {
      expect(changesOf({ status: 'completed' }, COMMANDS.redial)).toMatchObject({
        redials: 1,
        redial_place: '',
        redial_left: 5,
        redialled_at: AT,
      });
      expect(
        changesOf(
          { status: 'completed' },
          { type: 'redial', unreached: 0, waiting: 9, skipped: 0, mayFindMore: false },
        ),
      ).toEqual({});
    });

    test('a redial begins without anybody found where not all who were skipped were judged', () => {
      const changes = changesOf({ status: 'completed' }, {
        ...COMMANDS.redial,
        unreached: 0,
        mayFindMore: true,
      } as never);
      expect(changes).toMatchObject({ status: 'paused', redials: 1, redial_left: 0 });
    });

    test('a second one starts over if it finds more people than the first has left, and joins it otherwise', () => {
      const again = (unreached: number) =>
        changesOf(
          { status: 'paused', ...open },
          { type: 'redial', unreached, waiting: 9, skipped: 0, mayFindMore: false },
        );
      expect(again(4)).toMatchObject({ redials: 3, redial_place: '', redial_left: 4 });
      expect(again(3)).toEqual({});
    });

    test('whoever a cancel has not reached yet is redialled too', () => {
      const changes = changesOf(
        { status: 'cancelled' },
        { type: 'redial', unreached: 0, waiting: 9, skipped: 0, mayFindMore: false },
      );
      expect(changes).toMatchObject({ status: 'paused', redial_left: 0 });
    });

    test('a run is accepted and changes nothing of it; the campaign does not complete', () => {
      expect(changesOf({ status: 'paused', ...open }, COMMANDS.run)).not.toHaveProperty('redial_place');
      const { refusal } = transition(life({ status: 'running', ...open }), COMMANDS.complete, NOW);
      expect(refusal?.status).toBe(409);
    });

    test.each(['cancel', 'delete'] as const)('%s ends it', (type) => {
      expect(changesOf({ status: 'paused', ...open }, COMMANDS[type])).toMatchObject({
        redial_place: null,
        redial_left: 0,
      });
    });
  });

  test('a start time schedules a draft that has contacts, and without one it is a draft again', () => {
    expect(changesOf({}, change({ startAt: LATER }))).toMatchObject({ status: 'scheduled' });
    expect(changesOf({}, change({ startAt: LATER, hasContacts: false }))).toEqual({ updated_at: AT });
    expect(changesOf({ status: 'scheduled' }, change())).toMatchObject({ status: 'draft' });
    expect(changesOf({ scheduled_start_at: LATER }, COMMANDS.add_contacts)).toMatchObject({ status: 'scheduled' });
  });

  test('a running campaign keeps what its calls were planned with', () => {
    const { refusal } = transition(life({ status: 'running' }), change({ fields: ['name', 'fromNumberIds'] }), NOW);
    expect([refusal?.status, refusal?.message]).toEqual([
      409,
      'Pause the campaign first: fromNumberIds cannot change while it is running.',
    ]);
  });
});

test('only a running campaign dials, and a deleted one neither dials nor starts', () => {
  expect(CAMPAIGN_STATUSES.filter((status) => isRunning(life({ status })))).toEqual(['running']);
  expect(CAMPAIGN_STATUSES.filter((status) => isOver(life({ status })))).toEqual(['completed', 'cancelled']);
  expect(startsAt(life({ status: 'scheduled', scheduled_start_at: LATER }))).toBe(LATER);
  expect(startsAt(life({ status: 'draft', scheduled_start_at: LATER }))).toBeNull();
  expect(startsAt(life({ status: 'scheduled', scheduled_start_at: LATER, deleted_at: AT }))).toBeNull();
  expect(isRunning(life({ status: 'running', deleted_at: AT }))).toBe(false);
});
