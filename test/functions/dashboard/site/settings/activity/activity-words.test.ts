import { describe, expect, test } from '@jest/globals';
import {
  ACTION_CHOICES,
  type Activity,
  actionIn,
  actionWords,
  resourceHref,
} from '#functions/dashboard/site/settings/activity/activity-words.ts';
import { ACTIVITY_ACTIONS } from '#shared/domain/account/activity.ts';

const done = (changes: Partial<Activity>): Activity => ({
  id: 'act_1',
  at: '2026-03-02T12:00:00.000Z',
  actor: { type: 'session', id: 'sess_1', name: 'First key' },
  action: 'campaign.paused',
  resource: 'campaign',
  resource_id: 'camp_1',
  summary: 'Paused a campaign.',
  ...changes,
});

describe('The actions of the activity list', () => {
  test('can each be chosen, by words of their own', () => {
    expect(ACTION_CHOICES.map(({ value }) => value)).toEqual(ACTIVITY_ACTIONS);
    expect(new Set(ACTION_CHOICES.map(({ words }) => words)).size).toBe(ACTIVITY_ACTIONS.length);
    expect(actionWords('api_key.created')).toBe('API key created');
    expect(actionWords('phone_number.purchased')).toBe('Phone number purchased');
  });

  test('are those of the service; an address that names another filters by none', () => {
    expect(actionIn('campaign.run')).toBe('campaign.run');
    expect(actionIn('campaign.sung')).toBeUndefined();
    expect(actionIn(undefined)).toBeUndefined();
  });
});

describe('What something was done to', () => {
  test('is linked to its page', () => {
    expect(resourceHref(done({}))).toBe('/campaigns/camp_1');
    expect(resourceHref(done({ action: 'suppression.added', resource: 'contact', resource_id: 'cont_1' }))).toBe(
      '/contacts?contact=cont_1',
    );
    expect(resourceHref(done({ action: 'dialing.changed', resource: 'account' }))).toBe('/settings/dialing');
    expect(resourceHref(done({ action: 'retention.changed', resource: 'account' }))).toBe('/settings/retention');
  });

  test('is not linked where it is gone or has no page', () => {
    expect(resourceHref(done({ action: 'campaign.deleted' }))).toBeNull();
    expect(resourceHref(done({ action: 'contact.erased', resource: 'contact' }))).toBeNull();
    expect(resourceHref(done({ action: 'session.started', resource: 'session' }))).toBeNull();
    expect(resourceHref(done({ action: 'calls.stopped', resource: 'account' }))).toBeNull();
  });
});
