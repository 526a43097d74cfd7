import * as fc from 'fast-check';
import type { ApiDocument, Operation } from '#test/fuzz/document.ts';
import { allowedRequests } from './allowed-requests.ts';
import { AllowedValues } from './allowed-values.ts';
import { forbiddenRequests } from './forbidden-requests.ts';
import type { FuzzRequest } from './request.ts';
import { strangeRequests } from './strange-requests.ts';

const RESOURCE_ITSELF = /^[^{]+\{\w*[iI]d\}$/;

/** What is made is met again only if it is removed less often. */
const weightOf = ({ method, path }: Operation): number => (method === 'DELETE' && RESOURCE_ITSELF.test(path) ? 2 : 4);

const requestsOf = (document: ApiDocument, operation: Operation, values: AllowedValues): fc.Arbitrary<FuzzRequest> => {
  const allowed = allowedRequests(operation, values);
  return fc.oneof(
    { weight: 5, arbitrary: allowed },
    { weight: 4, arbitrary: forbiddenRequests(document, allowed) },
    { weight: 2, arbitrary: strangeRequests(document, allowed) },
  );
};

/** Requests for every operation, with every aim. */
export const allRequests = (document: ApiDocument): fc.Arbitrary<FuzzRequest> => {
  const values = new AllowedValues(document);
  return fc.oneof(
    ...document.operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: requestsOf(document, operation, values),
    })),
  );
};
