import { expect } from '@jest/globals';
import type { Call } from '#shared/schemas/call.ts';
import { query } from '#test/harness/client.ts';
import { eventually } from '#test/harness/eventually.ts';
import { stack } from '#test/harness/stack/environment.ts';
import type { TestAccount } from './account.ts';

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

/** The record of an inbound call, once it is over; of an answered one also its completion is told. */
export const inboundCallEnds = ({ api, teamId }: TestAccount, callControlId: string): Promise<Call> =>
  eventually(async () => {
    const { calls } = (await api.get(`/api/calls${query({ teamId, direction: 'inbound', limit: 200 })}`)).body;
    const call = calls.find(({ call_control_id }) => call_control_id === callControlId);
    expect(call?.status).toBe('ended');
    if (call?.outcome === 'answered') expect(call.duration_secs).not.toBeNull();
    return call as Call;
  });
