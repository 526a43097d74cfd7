import * as fc from 'fast-check';
import type { AllowedValues } from './allowed-values.ts';
import type { Operation, Parameter } from './document.ts';
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

const textsOf = (values: AllowedValues, { name, in: place, schema, example }: Parameter): fc.Arbitrary<string> => {
  const kind = kindOfExample(name, example);
  const any = values
    .of(schema, name)
    .map(String)
    .filter((text) => hasPlace(place, text));
  if (place === 'header') return fc.nat(IDEMPOTENCY_KEYS).map((at) => `key-${at}`);
  if (!kind) return any;
  const real = fc.nat(IDS).map((at) => placeHolder(kind, at));
  return fc.oneof({ weight: 15, arbitrary: real }, { weight: 1, arbitrary: any });
};

/** Required ones always, others now and then. */
const parametersIn = (place: Parameter['in'], operation: Operation, values: AllowedValues) => {
  const own = operation.parameters.filter((parameter) => parameter.in === place);
  const texts = Object.fromEntries(own.map((parameter) => [parameter.name, textsOf(values, parameter)]));
  return fc.record(texts, { requiredKeys: own.filter(({ required }) => required).map(({ name }) => name) });
};

const bodiesOf = ({ body }: Operation, values: AllowedValues): fc.Arbitrary<FuzzRequest['body']> => {
  if (!body) return fc.constant(undefined);
  const value = values.of(body.schema).map((each) => ({ value: each }));
  return body.required
    ? value
    : fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(undefined) });
};

/** Requests for an operation that the document allows. */
export const allowedRequests = (operation: Operation, values: AllowedValues): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      path: parametersIn('path', operation, values),
      query: parametersIn('query', operation, values).map((query) => Object.entries(query) as [string, string][]),
      headers: parametersIn('header', operation, values),
      body: bodiesOf(operation, values),
    })
    .map((parts) => ({ operation, aim: 'allowed', token: 'own', ...parts }) as FuzzRequest);
