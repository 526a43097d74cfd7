import * as fc from 'fast-check';
import type { ApiDocument } from '#test/fuzz/document.ts';
import { CONTENT_TYPES, HOSTILE_BODIES, HOSTILE_TEXTS, HUGE_NUMBERS } from './hostile.ts';
import { placesOf } from './places.ts';
import type { FuzzRequest } from './request.ts';

/** Requests of which the document says nothing. */

type Oddity = (request: FuzzRequest, choice: number) => FuzzRequest;

const pick = <T>(values: readonly T[], choice: number): T => values[choice % values.length] as T;

const ANY_VALUE: readonly unknown[] = [...HOSTILE_TEXTS, ...HUGE_NUMBERS, null, true, [], {}, [null], { toString: 1 }];

const twice: Oddity = (request, choice) => {
  const [name, value] = request.query[choice % request.query.length] ?? ['teamId', 'x'];
  return { ...request, query: [...request.query, [name, choice % 2 === 0 ? value : pick(HOSTILE_TEXTS, choice)]] };
};

const unknownParameter: Oddity = (request, choice) => ({
  ...request,
  query: [
    ...request.query,
    [pick(['__proto__', 'x', '', 'constructor', 'teamId[]'], choice), pick(HOSTILE_TEXTS, choice)],
  ],
});

const hostileBody: Oddity = (request, choice) => ({ ...request, body: { text: pick(HOSTILE_BODIES, choice) } });

const contentType: Oddity = (request, choice) => ({
  ...request,
  headers: { ...request.headers, 'content-type': pick(CONTENT_TYPES, choice) },
});

const hostilePath: Oddity = (request, choice) => {
  const texts = Object.keys(request.path).map((name) => [name, pick(HOSTILE_TEXTS, choice)]);
  return { ...request, path: Object.fromEntries(texts) };
};

const ODDITIES: readonly Oddity[] = [twice, unknownParameter, hostileBody, contentType, hostilePath];

const anyValueSomewhere = (document: ApiDocument, request: FuzzRequest, choice: number): FuzzRequest => {
  const places = placesOf(document, request);
  return places.length === 0 ? request : pick(places, choice).with(pick(ANY_VALUE, Math.floor(choice / 100)));
};

const CHOICES = 100_000;

export const strangeRequests = (document: ApiDocument, allowed: fc.Arbitrary<FuzzRequest>): fc.Arbitrary<FuzzRequest> =>
  fc.tuple(allowed, fc.nat(ODDITIES.length), fc.nat(CHOICES)).map(([request, kind, choice]) => {
    const odd = ODDITIES[kind]?.(request, choice) ?? anyValueSomewhere(document, request, choice);
    return { ...odd, aim: 'strange' as const };
  });
