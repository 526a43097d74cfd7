import { createServer } from 'node:http';
import { expect, test } from '@jest/globals';
import { close, listen } from '#infra/local/process/json-http.ts';

test('a client whose process stood still may use its idle connection, because the server never hangs up first', async () => {
  const server = createServer((_, response) => response.end('here'));
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  const { headers } = await fetch(url, { method: 'POST' });
  await close(server);
  // Node announces in this field after how long it hangs up.
  expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
});
