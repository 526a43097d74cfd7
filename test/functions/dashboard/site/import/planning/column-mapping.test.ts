import { describe, expect, test } from '@jest/globals';
import {
  type ColumnTarget,
  customKeyFor,
  mappingNotes,
  mappingProblems,
  REFUSED_KEYS,
  suggestMapping,
  withTarget,
} from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { FIELD_LABELS, fieldNamed } from '#functions/dashboard/site/import/planning/contact-fields.ts';
import { PROTOTYPE_KEYS } from '#shared/schemas/fields/json-shape.ts';

/** A mapping in short: the field, `custom` with its key in brackets, or `ignore`. */
const short = (mapping: readonly ColumnTarget[]): string[] =>
  mapping.map((target) => {
    if (target.to === 'field') return target.field;
    return target.to === 'custom' ? `custom(${target.key})` : 'ignore';
  });
const suggested = (...headers: string[]): string[] => short(suggestMapping(headers));

describe('a column is known by its name', () => {
  test.each([
    [
      'phone',
      [
        'Phone',
        'phone_number',
        'PhoneNumber',
        'contact-number',
        'Mobile',
        'cell',
        'TEL',
        'Telefon-Nr.',
        'Handy',
        'Téléphone',
        'Teléfono móvil',
        'Number',
      ],
    ],
    ['firstName', ['First name', 'FIRST_NAME', 'given name', 'Vorname', 'Prénom', 'forename']],
    ['lastName', ['Last Name', 'surname', 'family-name', 'Nachname', 'Apellidos', 'Nom de famille']],
    ['fullName', ['Name', 'Full name', 'contact', 'Ansprechpartner', 'Nombre completo']],
    ['company', ['Company', 'Account name', 'Organization', 'Firma', 'Société', 'Empresa']],
    ['email', ['E-mail', 'Email address', 'mail', 'E-Mail-Adresse', 'Correo electrónico', 'Courriel']],
    ['jobTitle', ['Job title', 'position', 'Funktion', 'Cargo']],
    ['leadStatus', ['Lead Status', 'status']],
    ['source', ['Source', 'lead source', 'Quelle']],
    ['timezone', ['Time zone', 'timezone', 'Zeitzone']],
    ['doNotCall', ['Do not call', 'DNC', 'do_not_call', 'Nicht anrufen']],
    ['notes', ['Notes', 'Comment', 'Bemerkungen', 'Remarques']],
    ['tags', ['Tags', 'labels', 'Schlagwörter']],
    ['phoneSecondary', ['Secondary phone', 'phone 2', 'phone_secondary', 'Alternate Phone']],
    ['preferredContactMethod', ['Preferred contact method']],
  ])('as %s', (field, headers) => {
    expect(headers.map((header) => [header, fieldNamed(header)])).toEqual(headers.map((header) => [header, field]));
  });

  test('as the field whose label it is', () => {
    for (const [field, label] of Object.entries(FIELD_LABELS)) expect(fieldNamed(label)).toBe(field);
  });

  test('as nothing known otherwise', () => {
    for (const header of ['Plan', 'Région', '電話', '', '=1+1', '__proto__', 'toString'])
      expect(fieldNamed(header)).toBeNull();
  });
});

describe('columns become', () => {
  test('fields, and custom fields under their own names', () => {
    expect(suggested('First name', 'Last name', 'Phone', 'Plan', 'Renewal date')).toEqual([
      'firstName',
      'lastName',
      'phone',
      'custom(Plan)',
      'custom(Renewal date)',
    ]);
  });

  test('each field once; a second column for it is a custom field', () => {
    expect(suggested('Mobile', 'Phone', 'Notes', 'Comment', 'Tags', 'Labels')).toEqual([
      'phone',
      'custom(Phone)',
      'notes',
      'custom(Comment)',
      'tags',
      'custom(Labels)',
    ]);
  });

  test.each([
    [
      ['Name', 'Phone'],
      ['fullName', 'phone'],
    ],
    [
      ['Name', 'Vorname'],
      ['lastName', 'firstName'],
    ],
    [
      ['Nom', 'Prénom'],
      ['lastName', 'firstName'],
    ],
    [
      ['Nombre', 'Apellidos'],
      ['firstName', 'lastName'],
    ],
    [
      ['First name', 'Last name', 'Name'],
      ['firstName', 'lastName', 'custom(Name)'],
    ],
    [
      ['First name', 'Full name'],
      ['firstName', 'fullName'],
    ],
  ])('parts of names as they go together: %j', (headers, fields) => {
    expect(suggested(...headers)).toEqual(fields);
  });

  test('nothing where they hold the reasons of an earlier import, or what only an export tells', () => {
    expect(suggested('Phone', 'Reason')).toEqual(['phone', 'ignore']);
    expect(suggested('Phone', 'Reason', 'Reason (import)')).toEqual(['phone', 'custom(Reason)', 'ignore']);
    expect(suggested('Phone', 'Created at (UTC)', 'Plan')).toEqual(['phone', 'ignore', 'custom(Plan)']);
    expect(suggested('Reason', 'Phone')).toEqual(['custom(Reason)', 'phone']);
  });

  test('custom fields under another name where the service refuses theirs, and the person is told', () => {
    const headers = ['Name', 'Phone', '__proto__', 'constructor'];
    const mapping = suggestMapping(headers);
    expect(short(mapping).slice(2)).toEqual(['custom(__proto___)', 'custom(constructor_)']);
    expect(mappingNotes(mapping, headers)).toEqual([
      '"__proto__" is no allowed name of a custom field; it is called "__proto___".',
      '"constructor" is no allowed name of a custom field; it is called "constructor_".',
    ]);
    expect(REFUSED_KEYS).toEqual(PROTOTYPE_KEYS);
  });
});

test('a key of a custom field is trimmed, and not endless', () => {
  expect(customKeyFor('  Plan ')).toBe('Plan');
  expect([...customKeyFor('🙂'.repeat(300))]).toHaveLength(200);
});

describe('the person', () => {
  const headers = ['Mobile', 'Phone', 'Plan'];
  const mapping = suggestMapping(headers);

  test('gives a field to another column, and the one that had it becomes a custom field', () => {
    expect(short(withTarget(mapping, headers, 1, { to: 'field', field: 'phone' }))).toEqual([
      'custom(Mobile)',
      'phone',
      'custom(Plan)',
    ]);
  });

  test('leaves a column out, or names its custom field', () => {
    expect(short(withTarget(mapping, headers, 2, { to: 'ignore' }))[2]).toBe('ignore');
    expect(short(withTarget(mapping, headers, 2, { to: 'custom', key: ' tariff ' }))[2]).toBe('custom(tariff)');
    expect(short(withTarget(mapping, headers, 2, { to: 'custom', key: '__proto__' }))[2]).toBe('custom(__proto___)');
  });

  test('is told that two columns cannot be one custom field, and that none needs a name', () => {
    expect(mappingProblems(mapping)).toEqual([]);
    expect(mappingProblems(withTarget(mapping, headers, 2, { to: 'custom', key: 'Phone' }))).toEqual([
      'Two columns are mapped to the custom field "Phone". Give one another name.',
    ]);
    expect(mappingProblems(withTarget(mapping, headers, 2, { to: 'custom', key: ' ' }))).toEqual([
      'A custom field needs a name.',
    ]);
    expect(
      mappingProblems([
        { to: 'field', field: 'tags' },
        { to: 'field', field: 'tags' },
      ]),
    ).toEqual(['Two columns are mapped to "Tags".']);
  });

  test('is told of what is missing', () => {
    expect(mappingNotes(suggestMapping(['Plan']), ['Plan'])).toEqual([
      'No column is mapped to "Phone": contacts without a number cannot be called.',
      'No column is mapped to a name.',
    ]);
  });
});
