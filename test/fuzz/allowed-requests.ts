import * as fc from 'fast-check';
import type { AllowedValues } from './allowed-values.ts';
import { isSignature, type Operation, type Parameter } from './document.ts';
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

const bodiesOf = ({ id, body }: Operation, values: AllowedValues): fc.Arbitrary<FuzzRequest['body']> => {
  if (!body) return fc.constant(undefined);
  const events = SIGNED_EVENTS[id];
  const any = values.of(body.schema);
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
      query: parametersIn('query', operation, values).map((query) => Object.entries(query) as [string, string][]),
      headers: parametersIn('header', operation, values),
      body: bodiesOf(operation, values),
      proof: proofsOf(operation),
    })
    .map((parts) => ({ operation, aim: 'allowed', ...parts }) as FuzzRequest);
