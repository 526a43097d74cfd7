import { expect } from '@jest/globals';
import { stack } from '#test/harness/stack/environment.ts';

/** Somebody calls a number; answers the carrier's id of the call. */
export const placeInboundCall = async (from: string, to: string): Promise<string> => {
  const response = await fetch(`${stack().carrier_url}/inbound-calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { call_control_id: string }).call_control_id;
};
