import { stack } from '#test/harness/stack/environment.ts';
import type { ControlRequest } from './control.ts';
import { ABOUT_TIME } from './traffic.ts';
import type { VirtualTime } from './virtual-time.ts';

let own: VirtualTime | undefined;

/** The suite runs a service in its own process, whose time is meant from now on. */
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

/** Lets the time of the service pass until something happens there, within these limits. Answers how long it was. */
export const letTimePass = async (limits: { atLeastMs?: number; atMostMs: number }): Promise<number> => {
  if (own) return own.pass(limits);
  const { passed_ms } = await ask({ do: 'pass', at_least_ms: limits.atLeastMs ?? 0, at_most_ms: limits.atMostMs });
  return Number(passed_ms);
};

/** What this address was asked by now it never answers, so that the stack's time passes while it waits for that. */
export const expectSilence = async (url: string): Promise<void> => {
  await ask({ do: 'expect_silence', host: new URL(url).host });
};
