import * as fc from 'fast-check';
import { isSignature, type Operation, type Parameter } from '#test/fuzz/document.ts';
import type { AllowedValues } from './allowed-values.ts';
import { SIGNED_EVENTS } from './events.ts';
import { kindOfExample, placeHolder } from './real-ids.ts';
import type { FuzzRequest } from './request.ts';

const IDS = 12;
/** So few that some are used again. */
const IDEMPOTENCY_KEYS = 30;

/** Texts that cannot stand in a path or a header, whatever their schema says. */
const hasPlace = (place: Parameter['in'], text: string): boolean => {
  if (place === 'header') return /^[!-~]+$/.test(text);
  return text.isWellFormed() && (place === 'query' || (text !== '' && !/^\.{1,2}$/.test(text)));
};

/** A command is refused in most states: these are the ones where it is not. */
const WANTED_STATUS: Record<string, string> = {
  pauseCampaign: 'running',
  resumeCampaign: 'paused',
  redialCampaign: 'completed',
};

/** The first ones of an account belong together: contacts to their campaign. */
const FIRST_IDS = 2;

const placeHolders = (kind: string, status: string | undefined): fc.Arbitrary<string> => {
  const any = fc.oneof(fc.nat(IDS), fc.nat(FIRST_IDS)).map((at) => placeHolder(kind, at));
  return status === undefined
    ? any
    : fc.oneof(
        any,
        fc.nat(IDS).map((at) => placeHolder(kind, at, status)),
      );
};

const textsOf = (
  values: AllowedValues,
  { id }: Operation,
  { name, in: place, schema, example }: Parameter,
): fc.Arbitrary<string> => {
  const kind = kindOfExample(name, example);
  const any = values
    .of(schema, name)
    .map(String)
    .filter((text) => hasPlace(place, text));
  if (place === 'header') return fc.nat(IDEMPOTENCY_KEYS).map((at) => `key-${at}`);
  if (!kind) return any;
  const real = placeHolders(kind, kind === 'camp' ? WANTED_STATUS[id] : undefined);
  return fc.oneof({ weight: 15, arbitrary: real }, { weight: 1, arbitrary: any });
};

/** Required ones always, others now and then. */
const parametersIn = (place: Parameter['in'], operation: Operation, values: AllowedValues) => {
  const own = operation.parameters.filter((parameter) => parameter.in === place && !isSignature(parameter));
  const texts = Object.fromEntries(own.map((parameter) => [parameter.name, textsOf(values, operation, parameter)]));
  return fc.record(texts, { requiredKeys: own.filter(({ required }) => required).map(({ name }) => name) });
};

/** Fields of rules that only words say: with all of them most requests would be refused, whatever else they ask for. */
const WINDOW = ['callWindowStart', 'callWindowEnd'];
const LEFT_OUT: readonly string[][] = [
  ['cursor', ...WINDOW],
  ['cursor', 'scheduledStartAt', ...WINDOW],
  ['offset'],
  [],
];

const withoutSome = <Fields>(fields: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
  fc.tuple(fields, fc.constantFrom(...LEFT_OUT)).map(([all, leftOut]) => {
    if (all === null || typeof all !== 'object' || Array.isArray(all)) return all;
    return Object.fromEntries(Object.entries(all).filter(([name]) => !leftOut.includes(name))) as Fields;
  });

const queriesOf = (operation: Operation, values: AllowedValues): fc.Arbitrary<[string, string][]> =>
  withoutSome(parametersIn('query', operation, values)).map((query) => Object.entries(query as Record<string, string>));

const bodiesOf = ({ id, body }: Operation, values: AllowedValues): fc.Arbitrary<FuzzRequest['body']> => {
  if (!body) return fc.constant(undefined);
  const events = SIGNED_EVENTS[id];
  const any = withoutSome(values.of(body.schema));
  const value = (events ? fc.oneof({ weight: 4, arbitrary: events }, { weight: 1, arbitrary: any }) : any).map(
    (each) => ({ value: each }),
  );
  return body.required
    ? value
    : fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) });
};

const proofsOf = ({ proof }: Operation): fc.Arbitrary<FuzzRequest['proof']> =>
  proof === 'token' ? fc.constantFrom('own', 'own', 'own', 'session') : fc.constant('own');

/** Requests for an operation that the document allows. */
export const allowedRequests = (operation: Operation, values: AllowedValues): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      path: parametersIn('path', operation, values),
      query: queriesOf(operation, values),
      headers: parametersIn('header', operation, values),
      body: bodiesOf(operation, values),
      proof: proofsOf(operation),
    })
    .map((parts) => ({ operation, aim: 'allowed', ...parts }) as FuzzRequest);
