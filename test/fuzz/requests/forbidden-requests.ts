import * as fc from 'fast-check';
import type { ApiDocument, Schema } from '#test/fuzz/document.ts';
import { HOSTILE_TEXTS, HUGE_NUMBERS } from './hostile.ts';
import { type Place, placesOf } from './places.ts';
import { hasPlaceHolder } from './real-ids.ts';
import type { FuzzRequest } from './request.ts';

/** Requests that break exactly one rule of the document. */

interface Break {
  rule(): string;
  /** Whether it is just beyond a bound, where services err most. */
  isClose: boolean;
  request(): FuzzRequest;
}

const ANY_TYPE: readonly unknown[] = [null, true, 0, 1.5, -1, 'x', '', [], ['x'], {}, { a: 1 }, [[[]]]];
const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];
/** Longer lists make bodies that are refused for their size. */
const ENTRIES_MAX = 2_000;
const CHARACTERS_MAX = 100_000;
const SHOWN_CHARACTERS = 40;

const beyondLength = ({ minLength = 0, maxLength = CHARACTERS_MAX }: Schema): string[] => [
  ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
  ...(maxLength < CHARACTERS_MAX ? ['x'.repeat(maxLength + 1), '\u{1f600}'.repeat(maxLength + 1)] : []),
];

const beyondBounds = ({ minimum, maximum }: Schema): number[] =>
  [minimum === undefined ? [] : minimum - 1, maximum === undefined ? [] : maximum + 1].flat();

const beyondItems = ({ minItems = 0, maxItems = ENTRIES_MAX }: Schema, value: unknown): unknown[] => {
  if (!Array.isArray(value)) return [];
  const tooMany = Array.from({ length: maxItems + 1 }, (_, at) => value[at % value.length] ?? 'x');
  return [...(minItems > 0 ? [value.slice(0, minItems - 1)] : []), ...(maxItems < ENTRIES_MAX ? [tooMany] : [])];
};

const withPrototypeKeys = (value: unknown): unknown[] => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return PROTOTYPE_KEYS.flatMap((key) => [
    Object.fromEntries([...Object.entries(value), [key, { admin: true }]]),
    Object.fromEntries([...Object.entries(value), ['deep', [Object.fromEntries([[key, 1]])]]]),
  ]);
};

/** Every form that a schema gives a value: its branches too. */
const formsOf = (document: ApiDocument, schema: Schema): Schema[] => {
  const own = document.resolve(schema);
  return [own, ...(own.anyOf ?? []).flatMap((branch) => (branch.$ref ? [] : formsOf(document, branch)))];
};

const closeValuesFor = (document: ApiDocument, { schema, value, isText }: Place): unknown[] =>
  formsOf(document, schema).flatMap((form) => [
    ...beyondLength(form),
    ...beyondBounds(form),
    ...(isText ? [] : [...beyondItems(form, value), ...withPrototypeKeys(value)]),
  ]);

const farValuesFor = ({ isText }: Place): unknown[] => [
  ...(isText ? [] : [...ANY_TYPE, ...HUGE_NUMBERS]),
  ...HOSTILE_TEXTS,
];

/**
 * A slash, a dot or nothing makes another path of it, a header holds visible characters alone, and a URL no half of a
 * surrogate pair.
 */
const canStand = ({ name, isText }: Place, value: unknown): boolean => {
  if (name.startsWith('header')) return /^[!-~]+$/.test(String(value));
  if (isText && !String(value).isWellFormed()) return false;
  return !name.startsWith('path') || !/^[./\s]*$/.test(String(value));
};

const breaksBy = (document: ApiDocument, place: Place, values: unknown[], isClose: boolean): Break[] =>
  values
    .filter((value) => canStand(place, value) && !document.accepts(place.schema, place.meaningOf(value)))
    .map((value) => ({
      rule: () => `${place.name} is ${JSON.stringify(value).slice(0, SHOWN_CHARACTERS)}`,
      isClose,
      request: () => place.with(value),
    }));

const breaksAt = (document: ApiDocument, place: Place): Break[] => [
  ...(place.isRequired && !/\.\d+$/.test(place.name)
    ? [{ rule: () => `${place.name} is required`, isClose: true, request: () => place.with(undefined) }]
    : []),
  ...breaksBy(document, place, closeValuesFor(document, place), true),
  ...breaksBy(document, place, farValuesFor(place), false),
];

const BROKEN_JSON = ['{', '{"a":1,}', "{'a':1}", 'x', '{}{}', '{"a":NaN}'];

const namesResources = ({ path, query, body }: FuzzRequest): boolean =>
  hasPlaceHolder(JSON.stringify([Object.values(path), query, body]));

const proofsAgainst = (request: FuzzRequest): FuzzRequest['proof'][] => {
  const { proof } = request.operation;
  if (proof === 'none') return [];
  return proof === 'token' && namesResources(request) ? ['none', 'wrong', 'another'] : ['none', 'wrong'];
};

const isByCookie = ({ operation, proof }: FuzzRequest): boolean => operation.proof === 'cookie' || proof === 'session';

/** Browsers send the cookie along with what pages of others make them send. */
const originsAgainst = (request: FuzzRequest): Record<string, string>[] =>
  isByCookie(request) && request.operation.method !== 'GET'
    ? [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }]
    : [];

const breaksOfWhole = (request: FuzzRequest): Break[] => {
  const { body } = request.operation;
  return [
    ...proofsAgainst(request).map(
      (proof): Break => ({ rule: () => `${proof} proof`, isClose: false, request: () => ({ ...request, proof }) }),
    ),
    ...originsAgainst(request).map(
      (headers): Break => ({
        rule: () => `another page sends it: ${JSON.stringify(headers)}`,
        isClose: true,
        request: () => ({ ...request, headers: { ...request.headers, ...headers } }),
      }),
    ),
    ...(body ? BROKEN_JSON : []).map(
      (text): Break => ({
        rule: () => `the body is ${text}`,
        isClose: false,
        request: () => ({ ...request, body: { text } }),
      }),
    ),
    ...(body?.required
      ? [{ rule: () => 'the body is required', isClose: true, request: () => ({ ...request, body: undefined }) }]
      : []),
  ];
};

const broken = (document: ApiDocument, request: FuzzRequest, place: number, value: number): FuzzRequest => {
  const places = placesOf(document, request);
  const chosen = places[place % (places.length + 1)];
  const breaks = chosen ? breaksAt(document, chosen) : breaksOfWhole(request);
  const close = breaks.filter(({ isClose }) => isClose);
  const wanted = value % 2 === 0 && close.length > 0 ? close : breaks;
  const one = wanted[Math.floor(value / 2) % wanted.length];
  return one ? { ...one.request(), aim: 'forbidden', breaks: one.rule() } : request;
};

const CHOICES = 10_000;

/** Each is an allowed one, changed in one place; it stays allowed where no rule rules that place. */
export const forbiddenRequests = (
  document: ApiDocument,
  allowed: fc.Arbitrary<FuzzRequest>,
): fc.Arbitrary<FuzzRequest> =>
  fc
    .tuple(allowed, fc.nat(CHOICES), fc.nat(CHOICES))
    .map(([request, place, value]) => broken(document, request, place, value));
