import type { ControlRequest } from '#test/harness/time/control.ts';
import { ABOUT_TIME } from '#test/harness/time/traffic.ts';
import type { VirtualTime } from '#test/harness/time/virtual-time.ts';
import { stack } from './environment.ts';

let own: VirtualTime | undefined;

/** Uses the time of a service that the suite runs in its own process. */
export const useOwnTime = (time: VirtualTime | undefined): void => {
  own = time;
};

const ask = async (request: ControlRequest): Promise<Record<string, unknown>> => {
  const response = await fetch(stack().time_url, {
    method: 'POST',
    headers: { [ABOUT_TIME]: '1' },
    body: JSON.stringify(request),
  });
  return (await response.json()) as Record<string, unknown>;
};

/** Lets the service's time pass within these limits until something happens there; answers how long it took. */
export const letTimePass = async (limits: { atLeastMs?: number; atMostMs: number }): Promise<number> => {
  if (own) return own.pass(limits);
  const { passed_ms } = await ask({ do: 'pass', at_least_ms: limits.atLeastMs ?? 0, at_most_ms: limits.atMostMs });
  return Number(passed_ms);
};

/** The address never answers its pending requests, so the stack's time may pass while it waits for them. */
export const expectSilence = async (url: string): Promise<void> => {
  await ask({ do: 'expect_silence', host: new URL(url).host });
};
