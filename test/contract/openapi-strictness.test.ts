import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod';
import { endpoints } from '#infra/catalog.ts';
import type { JsonSchema } from '#infra/generate/json-schema.ts';
import { type Operation, toOpenApi } from '#infra/generate/openapi.ts';
import type { Parameter } from '#infra/generate/parameters.ts';
import { webhookUrlProblem } from '#shared/domain/webhook/url.ts';
import { rulesOf } from './json-schema-rules.ts';

const document = toOpenApi(endpoints, '1.2.3');
const accepts = rulesOf(document.components.schemas);

const INSTANTS = [
  '2026-03-02T15:00:00Z',
  '2026-03-02T15:00:00.123456789+05:45',
  '2026-03-02T15:00Z',
  '2026-03-02',
  '2026-02-30T15:00:00Z',
  '2024-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-02T24:00:00Z',
  '2026-03-02T23:59:60Z',
  '2026-03-02T15:00:00+24:00',
  '2026-03-02t15:00:00z',
  '2026-03-02 15:00:00Z',
  '2026-03-02T15:00:00',
];
const TEXTS = [
  '',
  ' ',
  '\t\n',
  'x',
  '  x  ',
  'x'.repeat(35),
  'x'.repeat(200),
  'x'.repeat(201),
  `${'x'.repeat(200)}  `,
  '\u{1f600}'.repeat(200),
  '\u{1f600}'.repeat(201),
  'x'.repeat(500),
  'x'.repeat(501),
  '\u{1f600}'.repeat(500),
  'x'.repeat(20_000),
  'x'.repeat(20_001),
  'x'.repeat(50_000),
  'x'.repeat(50_001),
  'true',
  'null',
  'en-US',
  'en_US',
  'US',
  'us',
  'USA',
  'U1',
  '415',
  '\u0664\u0661\u0665',
  'Europe/Berlin',
  '+02:00',
  'ada@acme.example',
  'ada@acme',
  '09:00',
  '24:00',
  '9:00',
  '+14155550100',
  '+1415555010\u0660',
  '+0155550100',
  '14155550100',
  'https://hooks.acme.example/calls',
  'hooks.acme.example',
  'https:hooks.acme.example/calls',
  ...INSTANTS,
];
const NUMBERS = [0, -1, 1, 1.5, 2, 2.5, 100, 101, 1_000, 1_001, 43_200, 43_201, 1_000_000, 1_000_001, 2 ** 53, 1e300];
const OTHERS = [null, true, false, [], [''], ['x'], [1], Array(101).fill('x'), Array(1_001).fill('x'), {}, { a: 1 }];
const FREE_FORM = [
  { constructor: 1 },
  { a: { b: [{ prototype: 1 }] } },
  JSON.parse('{"__proto__":1}'),
  { a: [1, 'x', null, { b: [] }] },
];
const PROBES: unknown[] = [...TEXTS, ...NUMBERS, ...OTHERS, ...FREE_FORM];

/** As they stand in a URL. */
const TEXTS_IN_URL = [
  ...TEXTS,
  '0',
  '1',
  '50',
  '201',
  '-1',
  '01',
  '1.0',
  '+1',
  '1e2',
  '999999999999999',
  '1000000000000000',
];

/** Rules that JSON Schema has no words for: they are in the field's description. */
const BEYOND_SCHEMA = /timezone|countryCode|^url$/i;

/** What opens a session: of another type it is as wrong as a wrong one, a 401 and no 400. */
const CREDENTIALS = ['token', 'code'];

/** A rule that the service applies beside the field's schema. */
const isBroken = (name: string, value: unknown): boolean =>
  CREDENTIALS.includes(name)
    ? typeof value !== 'string'
    : name === 'url' && webhookUrlProblem(String(value), true) !== null;

const operationOf = (id: string): Operation => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  return all.find(({ operationId }) => operationId === id) as Operation;
};

interface Field {
  name: string;
  schema: z.ZodType;
  described: JsonSchema;
}

const bodyFieldsOf = ({ id, body }: (typeof endpoints)[number]): Field[] => {
  const { schema } = operationOf(id).requestBody?.content['application/json'] ?? {};
  return Object.entries(body?.shape ?? {}).map(([name, field]) => ({
    name,
    schema: field as z.ZodType,
    described: schema?.properties?.[name] as JsonSchema,
  }));
};

const queryFieldsOf = ({ id, query }: (typeof endpoints)[number]): Field[] =>
  (operationOf(id).parameters ?? [])
    .filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query')
    .map(({ name, schema }) => ({ name, schema: query?.shape[name] as z.ZodType, described: schema }));

/** The value that a text in a URL stands for, if it is written as its type is. */
const meantBy = ({ type }: JsonSchema, text: string): unknown => {
  if (type === 'integer') return /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  return text;
};

/** What service and document say differently. */
const differencesOf = (field: Field, probes: unknown[], meaningOf: (probe: never) => unknown): string[] =>
  probes.flatMap((probe) => {
    const taken = field.schema.safeParse(probe).success && !isBroken(field.name, probe);
    const allowed = accepts(field.described, meaningOf(probe as never));
    if (taken === allowed || (allowed && BEYOND_SCHEMA.test(field.name))) return [];
    return [`${field.name} ${JSON.stringify(probe).slice(0, 60)}: ${taken ? 'taken' : 'refused'} by the service`];
  });

const named = <Of>(fieldsOf: (endpoint: (typeof endpoints)[number]) => Of[]) =>
  endpoints.map((endpoint) => [endpoint.id, fieldsOf(endpoint)] as const).filter(([, fields]) => fields.length > 0);

describe('what the document forbids the service refuses, and what it allows the service takes', () => {
  test.each(named(bodyFieldsOf))('in the body of %s', (_, fields) => {
    expect(fields.flatMap((field) => differencesOf(field, PROBES, (probe) => probe))).toEqual([]);
  });

  test.each(named(queryFieldsOf))('in the query of %s', (_, fields) => {
    const differences = fields.flatMap((field) =>
      differencesOf(field, TEXTS_IN_URL, (text: string) => meantBy(field.described, text)),
    );
    expect(differences).toEqual([]);
  });
});

test('rules that have a name in JSON Schema have it in the document', () => {
  const field = (id: string, name: string) =>
    bodyFieldsOf(endpoints.find((each) => each.id === id) as never).find((f) => f.name === name);
  const rules = JSON.stringify(field('createApiKey', 'expiresAt')?.described);
  expect(rules).toContain('"format":"date-time"');
  expect(JSON.stringify(field('createCampaign', 'callWindowTimezone')?.described)).toContain(
    '"format":"iana-timezone"',
  );
  expect(field('setWebhook', 'url')?.described).toMatchObject({ format: 'iri', maxLength: 2_048 });
  expect(operationOf('removeWebhook').requestBody).toMatchObject({ required: false });
});
