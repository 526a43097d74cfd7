import { describe, expect, test } from '@jest/globals';
import { CUSTOM_FIELDS_MAX, CUSTOM_FIELDS_PER_CALL_MAX } from '#shared/domain/extraction/apply-extraction.ts';
import { apply, contact, field, told } from './records.ts';

describe('custom fields', () => {
  test('are added to those that are there', () => {
    const { contactChanges } = apply(told({ custom_fields: [field('Preferred day')] }), {
      contact: contact({ custom_fields: { plan: { tier: 'gold' } } }),
    });
    expect(contactChanges).toEqual({ custom_fields: { plan: { tier: 'gold' }, preferred_day: 'Tuesday' } });
  });

  test('that are there stay, even when they are empty', () => {
    const applied = apply(told({ custom_fields: [field('plan')] }), {
      contact: contact({ custom_fields: { plan: null } }),
    });
    expect(applied.contactChanges).toEqual({});
    expect(applied.rejected).toEqual([{ field: 'contact.custom_fields', reason: 'already_known' }]);
  });

  test('are named once', () => {
    const { contactChanges } = apply(told({ custom_fields: [field('day', 'Monday'), field('Day', 'Friday')] }));
    expect(contactChanges.custom_fields).toEqual({ day: 'Monday' });
  });

  test.each([
    ...['phone', 'mobile_number', 'do_not_call', 'id', 'customer_id', 'team_id', 'lead_status', 'card_number'],
    ...['__proto__', 'constructor', '', '7days', 'a'.repeat(41), 'naïve', '+14155550001'],
  ])('may not be called %j, and the refusal does not repeat the name', (name) => {
    const applied = apply(told({ custom_fields: [field(name)] }));
    expect(applied.contactChanges).toEqual({});
    expect(applied.rejected).toEqual([{ field: 'contact.custom_fields', reason: 'not_allowed' }]);
  });

  test('are limited in number, by call and in all', () => {
    const many = Array.from({ length: CUSTOM_FIELDS_PER_CALL_MAX + 2 }, (_, index) => field(`fact_${index}`));
    const ofOneCall = apply(told({ custom_fields: many }));
    expect(Object.keys(ofOneCall.contactChanges.custom_fields ?? {})).toHaveLength(CUSTOM_FIELDS_PER_CALL_MAX);
    expect(ofOneCall.rejected.map(({ reason }) => reason)).toEqual(['too_many', 'too_many']);
    const almost = Object.fromEntries(Array.from({ length: CUSTOM_FIELDS_MAX - 1 }, (_, index) => [`key${index}`, 1]));
    const atLimit = apply(told({ custom_fields: many }), { contact: contact({ custom_fields: almost }) });
    expect(Object.keys(atLimit.contactChanges.custom_fields ?? {})).toHaveLength(CUSTOM_FIELDS_MAX);
  });

  test('never outgrow what the API would take', () => {
    const large = contact({ custom_fields: { text: 'x'.repeat(64 * 1024 - 20) } });
    const applied = apply(told({ custom_fields: [field('day')] }), { contact: large });
    expect(applied.contactChanges).toEqual({});
    expect(applied.rejected).toEqual([{ field: 'contact.custom_fields', reason: 'too_many' }]);
  });
});
