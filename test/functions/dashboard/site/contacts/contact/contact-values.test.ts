import { describe, expect, test } from '@jest/globals';
import {
  blankContact,
  contactChanges,
  contactValues,
  newContact,
  type ShownContact,
} from '#functions/dashboard/site/contacts/contact/contact-values.ts';

const contact: ShownContact = {
  id: 'cont_1',
  team_id: 'team_1',
  company_id: 'comp_1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@acme.example',
  phone: '+14155550001',
  phone_secondary: null,
  job_title: 'Analyst',
  lead_status: 'new',
  source: null,
  timezone: null,
  preferred_contact_method: null,
  do_not_call: false,
  notes: null,
  custom_fields: {},
  tags: ['vip', 'a, b'],
  phone_country: 'US',
  inferred_timezones: ['America/Los_Angeles'],
  created_at: '2026-03-02T15:00:00.000Z',
  updated_at: '2026-03-02T15:00:00.000Z',
};

const before = contactValues(contact);

describe('changing a contact', () => {
  test('sends nothing where nothing was changed', () => {
    expect(contactChanges(before, before)).toEqual({});
  });

  test('sends only what was changed', () => {
    expect(contactChanges(before, { ...before, lastName: 'Byron', doNotCall: true })).toEqual({
      lastName: 'Byron',
      doNotCall: true,
    });
  });

  test('sends null for a cleared field', () => {
    expect(contactChanges(before, { ...before, phone: '', email: '  ', jobTitle: '' })).toEqual({
      phone: null,
      email: null,
      jobTitle: null,
    });
  });

  test('sends a cleared lead status as it is, so that the service can refuse it', () => {
    expect(contactChanges(before, { ...before, leadStatus: '' })).toEqual({ leadStatus: '' });
  });

  test('sends all tags where one was changed', () => {
    expect(contactChanges(before, { ...before, tags: `${before.tags}, north` })).toEqual({
      tags: ['vip', 'a, b', 'north'],
    });
  });

  test('a value that only the form writes otherwise is not changed', () => {
    const written = contactValues({ ...contact, email: '', notes: '', job_title: ' Analyst ' });
    expect(contactChanges(written, { ...written, lastName: 'Byron' })).toEqual({ lastName: 'Byron' });
  });
});

describe('creating a contact', () => {
  test('takes what was typed, without what surrounds it', () => {
    const values = { ...blankContact('comp_1'), firstName: 'Ada', lastName: 'Lovelace', email: ' ada@acme.example ' };
    expect(newContact({ ...values, phone: '+1 (415) 555-0001', tags: 'vip' })).toMatchObject({
      firstName: 'Ada',
      companyId: 'comp_1',
      email: 'ada@acme.example',
      phone: '+14155550001',
      phoneSecondary: null,
      leadStatus: 'new',
      tags: ['vip'],
    });
  });

  test('leaves an empty lead status to the service', () => {
    expect(newContact({ ...blankContact('comp_1'), leadStatus: ' ' })).not.toHaveProperty('leadStatus');
  });
});
