import { createServer } from 'node:http';
import { close, listen, readJson, sendJson } from '#infra/local/process/json-http.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A test's control over its stack's time and injected faults. */
interface TimeControl {
  url: string;
  stop(): Promise<void>;
}

export type ControlRequest =
  | { do: 'pass'; at_least_ms: number; at_most_ms: number }
  | { do: 'expect_silence'; host: string }
  | { do: 'begin_suite'; seed: number };

export const startTimeControl = async (
  time: VirtualTime,
  { onSuite }: { onSuite(seed: number): Promise<void> },
): Promise<TimeControl> => {
  const carryOut = async (request: ControlRequest): Promise<Record<string, unknown>> => {
    switch (request.do) {
      case 'pass':
        return { passed_ms: await time.pass({ atLeastMs: request.at_least_ms, atMostMs: request.at_most_ms }) };
      case 'expect_silence':
        time.traffic.expectSilence(request.host);
        return {};
      case 'begin_suite':
        await onSuite(request.seed);
        return {};
    }
  };
  const server = createServer(async (request, response) => {
    const body = await carryOut((await readJson(request)) as unknown as ControlRequest);
    sendJson(response, { status: 200, body });
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
};
