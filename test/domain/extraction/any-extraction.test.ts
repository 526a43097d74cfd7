import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Extraction, extractionSchema } from '#shared/domain/extraction/extraction.ts';
import { UpdateCompanyBody } from '#shared/schemas/company.ts';
import { UpdateContactBody } from '#shared/schemas/contact.ts';
import { apply, company, contact, NO_COMPANY, NO_CONTACT } from './records.ts';

test('whatever the model returns, only empty whitelisted fields change, to values the API takes', () => {
  const words = fc.constantFrom(
    'operations manager',
    'ada.byron@example.com',
    'Berlin',
    '+14155550001',
    'Hello',
    '__proto__',
  );
  const anyText = fc.oneof(words, fc.string({ maxLength: 30 }));
  const anyFound = fc.option(fc.record({ value: anyText, evidence: anyText }));
  const fieldsOf = (shape: object) =>
    fc.record(Object.fromEntries(Object.keys(shape).map((name) => [name, anyFound] as const)));
  const anyExtraction = fc.record({
    summary: fc.option(anyText),
    do_not_call: fc.boolean(),
    do_not_call_evidence: fc.option(anyText),
    contact: fieldsOf({ ...extractionSchema.shape.contact.shape, phone: 1, id: 1, do_not_call: 1, lead_status: 1 }),
    company: fieldsOf({ ...extractionSchema.shape.company.shape, phone: 1, name: 1, team_id: 1 }),
    custom_fields: fc.array(
      fc.record({ name: fc.oneof(anyText, fc.constant('day')), value: anyText, evidence: anyText }),
    ),
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Extraction>;
  fc.assert(
    fc.property(anyExtraction, fc.boolean(), (extracted, hasTitle) => {
      const [known, employer] = [contact(hasTitle ? { job_title: 'COO' } : {}), company()];
      const { contactChanges, companyChanges } = apply(extracted, { contact: known, company: employer });
      const { custom_fields = {}, ...plain } = contactChanges;
      const allowed = Object.keys(NO_CONTACT).filter(
        (name) => name !== 'first_name' && !(hasTitle && name === 'job_title'),
      );
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(plain)));
      expect(Object.keys(NO_COMPANY)).toEqual(expect.arrayContaining(Object.keys(companyChanges)));
      const { email: address, timezone, job_title: title, last_name: lastName } = plain;
      const given = { email: address, timezone, jobTitle: title, lastName, customFields: custom_fields };
      expect(UpdateContactBody.safeParse(given).success).toBe(true);
      expect(UpdateCompanyBody.safeParse({ website: companyChanges.website }).success).toBe(true);
      expect(JSON.stringify([contactChanges, companyChanges])).not.toContain('4155550001');
    }),
    { numRuns: 500 },
  );
});
