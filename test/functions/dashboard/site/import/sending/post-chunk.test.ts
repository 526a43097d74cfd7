import { describe, expect, test } from '@jest/globals';
import { postTo } from '#functions/dashboard/site/import/sending/post-chunk.ts';

const REQUEST = { body: '{"contacts":[]}', key: 'key 1' };

/** A `fetch` that answers this, and what it was asked. */
const answering = (response: Response) => {
  const asked: [unknown, RequestInit | undefined][] = [];
  const request: typeof fetch = async (url, init) => {
    asked.push([url, init]);
    return response;
  };
  return { asked, request };
};

test('a request is posted to the letter, under its key', async () => {
  const { asked, request } = answering(Response.json({ success: true }));
  expect(await postTo(request, '/api/crm/contacts/bulk')(REQUEST)).toEqual({
    status: 200,
    retryAfterSeconds: null,
    body: { success: true },
  });
  expect(asked).toMatchObject([
    [
      '/api/crm/contacts/bulk',
      {
        method: 'POST',
        body: REQUEST.body,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'key 1' },
      },
    ],
  ]);
});

describe('how long the service wants to be left alone is', () => {
  test.each([
    ['7', 7],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('read from %j', async (header, seconds) => {
    const { request } = answering(new Response('{}', { status: 429, headers: { 'retry-after': header } }));
    expect((await postTo(request, '/x')(REQUEST)).retryAfterSeconds).toBe(seconds);
  });
});

test('an answer that is no JSON is its text, and no answer is an error', async () => {
  const { request } = answering(new Response('<html>', { status: 502 }));
  expect(await postTo(request, '/x')(REQUEST)).toMatchObject({ status: 502, body: '<html>' });
  const offline: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(postTo(offline, '/x')(REQUEST)).rejects.toThrow('Failed to fetch');
});
