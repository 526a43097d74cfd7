import { expect, test } from '@jest/globals';
import { endpoints } from '#infra/catalog.ts';
import { toOpenApi } from '#infra/generate/openapi.ts';
import type { FuzzRequest } from '#test/fuzz/requests/request.ts';
import { type Operation, readDocument } from './document.ts';
import { judge } from './judge.ts';
import type { Answer } from './send.ts';

const document = readDocument(JSON.stringify(toOpenApi(endpoints, '1.2.3')));

const request = (id: string, changes: Partial<FuzzRequest> = {}): FuzzRequest => ({
  operation: document.operations.find((each) => each.id === id) as Operation,
  aim: 'allowed',
  path: {},
  query: [],
  headers: {},
  proof: 'own',
  body: undefined,
  ...changes,
});

const answer = (status: number, body: unknown, headers = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers },
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

const refusal = (message: string) => ({ success: false, error: message, issues: [{ path: 'to', message }] });
const done = { success: true };

test('an answer as the document describes it is no violation', () => {
  expect(judge(document, request('deleteCompany'), answer(200, done)).violation).toBeUndefined();
  const notFound = answer(404, { success: false, error: 'The company does not exist.' });
  expect(judge(document, request('deleteCompany'), notFound).violation).toBeUndefined();
});

test.each([
  ['a failure of the service', answer(500, { success: false, error: 'Internal error.' })],
  ['a status that the operation does not name', answer(418, done)],
  ['a body outside its schema', answer(200, { success: 'yes' })],
  ['a body that is not JSON', answer(200, '<html>')],
  ['another content type', answer(200, done, { 'content-type': 'text/html' })],
  ['no id of the request', answer(200, done, { 'x-request-id': undefined })],
  ['a valid token refused', answer(401, { error: 'Unauthorized' })],
])('%s is a violation', (_, wrong) => {
  expect(judge(document, request('deleteCompany'), wrong).violation).toBeDefined();
});

test('an allowed request may be refused by a rule that its operation tells in words, and by no other', () => {
  const told = judge(document, request('listCalls'), answer(400, refusal('must be later than from')));
  expect(told).toMatchObject({ ruleInWords: 'times in order' });
  expect(told.violation).toBeUndefined();
  const elsewhere = judge(document, request('deleteCompany'), answer(400, refusal('must be later than from')));
  expect(elsewhere.violation).toContain('must be later than from');
  expect(judge(document, request('listCalls'), answer(400, refusal('must be lucky'))).violation).toContain('lucky');
});

test('a request outside the document may find no operation, but must be told so in the shape of every refusal', () => {
  const strange = request('getHealth', { aim: 'strange' });
  expect(judge(document, strange, answer(404, { success: false, error: 'No.' })).violation).toBeUndefined();
  expect(judge(document, strange, answer(404, { message: 'No.' })).violation).toBeDefined();
});

test('a forbidden request must be refused, and one without a valid token with 401', () => {
  const forbidden = request('deleteCompany', { aim: 'forbidden', breaks: 'a rule' });
  expect(judge(document, forbidden, answer(200, done)).violation).toContain('although a rule');
  expect(judge(document, forbidden, answer(400, refusal('is required'))).violation).toBeUndefined();
  const unknown = request('deleteCompany', { aim: 'forbidden', breaks: 'wrong proof', proof: 'wrong' });
  expect(judge(document, unknown, answer(404, { success: false, error: 'No.' })).violation).toContain('404');
  const tooLarge = answer(431, { success: false, error: 'The request line and headers are larger than 10 KB.' });
  expect(judge(document, unknown, tooLarge).violation).toBeUndefined();
  expect(judge(document, unknown, answer(401, { error: 'Unauthorized' })).violation).toBeUndefined();
});

test('a limit of requests is a violation unless the operation tells it', () => {
  const error = 'More than 10 sign-ins from this address have failed within a minute; wait 3 s.';
  const limited = answer(429, { success: false, error });
  expect(judge(document, request('startSession'), limited).violation).toBeUndefined();
  for (const aim of ['allowed', 'forbidden', 'strange'] as const) {
    expect(judge(document, request('listCalls', { aim }), limited).violation).toContain('rate limit');
  }
});

test('what an operation is proven with is read from the document', () => {
  const proofOf = (id: string) => request(id).operation.proof;
  const ids = ['listCalls', 'getSession', 'endSession', 'startSession', 'receiveBillingEvent', 'getHealth'];
  expect(ids.map(proofOf)).toEqual(['token', 'cookie', 'cookie', 'none', 'signature', 'none']);
  const refused = judge(document, request('getSession'), answer(401, { error: 'Unauthorized' }));
  expect(refused.violation).toBe('a valid cookie refused');
});
