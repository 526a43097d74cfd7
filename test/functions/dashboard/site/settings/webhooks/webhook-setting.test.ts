import { describe, expect, test } from '@jest/globals';
import { settingToPut, webhookValues } from '#functions/dashboard/site/settings/webhooks/webhook-setting.ts';

const setting = (changes: Partial<{ url: string; enabled: boolean; extra_events: 'call.concluded'[] }> = {}) => ({
  url: 'https://hooks.example.com/calls',
  enabled: true,
  extra_events: [],
  ...changes,
});

describe('The form of a webhook', () => {
  test('begins empty and enabled where no URL is set', () =>
    expect(webhookValues(undefined)).toEqual({ url: '', enabled: true, concluded: false }));

  test('shows whether call.concluded is sent', () =>
    expect(webhookValues(setting({ extra_events: ['call.concluded'] })).concluded).toBe(true));
});

describe('What is put for a webhook', () => {
  test('is the whole setting, so that a change of the URL keeps call.concluded and whether it is enabled', () => {
    const set = setting({ enabled: false, extra_events: ['call.concluded'] });
    const began = webhookValues(set);
    expect(settingToPut(set, began, { ...began, url: ' https://new.example.com ' })).toEqual({
      url: 'https://new.example.com',
      enabled: false,
      extraEvents: ['call.concluded'],
    });
  });

  test('leaves what somebody else set meanwhile, unless the form changed it too', () => {
    const began = webhookValues(setting());
    const setNow = setting({ url: 'https://moved.example.com', enabled: false });
    expect(settingToPut(setNow, began, { ...began, concluded: true })).toEqual({
      url: 'https://moved.example.com',
      enabled: false,
      extraEvents: ['call.concluded'],
    });
    expect(settingToPut(setNow, began, { ...began, url: 'https://mine.example.com' }).url).toBe(
      'https://mine.example.com',
    );
  });

  test('is what the form says where no URL is set', () =>
    expect(
      settingToPut(undefined, webhookValues(undefined), {
        url: 'https://a.example.com',
        enabled: true,
        concluded: false,
      }),
    ).toEqual({ url: 'https://a.example.com', enabled: true, extraEvents: [] }));

  test('sends call.concluded no more once that is taken out', () => {
    const set = setting({ extra_events: ['call.concluded'] });
    const began = webhookValues(set);
    expect(settingToPut(set, began, { ...began, concluded: false }).extraEvents).toEqual([]);
  });
});
