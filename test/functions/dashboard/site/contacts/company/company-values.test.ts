import { describe, expect, test } from '@jest/globals';
import {
  BLANK_COMPANY,
  companyChanges,
  newCompany,
} from '#functions/dashboard/site/contacts/company/company-values.ts';

const acme = { ...BLANK_COMPANY, name: 'Acme', city: 'Springfield', phone: '+14155550100' };

describe('a company', () => {
  test('is created from what was typed; what was left empty is null', () => {
    expect(newCompany({ ...acme, phone: '+1 415 555 0100', website: ' https://acme.example ' })).toMatchObject({
      name: 'Acme',
      city: 'Springfield',
      phone: '+14155550100',
      website: 'https://acme.example',
      state: null,
      notes: null,
    });
  });

  test('is changed in what was changed; a cleared field is null', () => {
    expect(companyChanges(acme, acme)).toEqual({});
    expect(companyChanges(acme, { ...acme, city: '', industry: 'logistics' })).toEqual({
      city: null,
      industry: 'logistics',
    });
  });
});
