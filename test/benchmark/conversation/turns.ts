import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSigningKey } from '#infra/local/carrier/signing-key.ts';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import type { Call } from '#shared/schemas/call.ts';
import { prepareTrial, type Trial } from '#test/benchmark/campaign/campaign-trial.ts';
import { type MeasuredService, startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { sleep } from '#test/harness/time/timers.ts';

/**
 * How long the other party waits for the first words of a reply, in milliseconds: from the carrier's webhook request that
 * tells theirs to the command that reaches the carrier. The language model answers at once, so it is our own share.
 */
export interface TurnLatency {
  turns: number;
  p50: number;
  p95: number;
}

const CALLS = 8;
/** The offline model says goodbye after its third question. */
const TURNS_A_CALL = 3;
const GENERATION = 1;
const LOOK_AGAIN_MS = 20;
const REPLY_DEADLINE_MS = 10_000;
/** Between two turns, so that none waits for what the one before has left to do. */
const BREATH_MS = 150;

interface Command {
  at: string;
  command: string;
  command_id: string;
  call_control_id: string | null;
  result: string;
}

const speechesOn = ({ stateDir }: MeasuredService, callControlId: string): Command[] =>
  readFileSync(join(stateDir, 'carrier.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(callControlId) && line.includes('"speak"'))
    .map((line) => JSON.parse(line) as Command);

/** Waits for a speech beyond the first `count`; answers when the carrier had it, milliseconds since the epoch. */
const nextSpeechMs = async (service: MeasuredService, callControlId: string, count: number): Promise<number> => {
  const deadlineMs = Date.now() + REPLY_DEADLINE_MS;
  for (;;) {
    const speech = speechesOn(service, callControlId)[count];
    if (speech) return Date.parse(speech.at);
    if (Date.now() > deadlineMs) throw new Error('Nobody answered what was said.');
    await sleep(LOOK_AGAIN_MS);
  }
};

const transcriptionOf = ({ id, call_control_id }: Call, turn: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'call.transcription',
      data: {
        call_control_id,
        client_state: encodeClientState(id, { generation: GENERATION }),
        event_id: `${call_control_id}/measured-${turn}`,
        occurred_at: new Date().toISOString(),
        transcription_data: { transcript: 'What is this about?', is_final: true, transcription_track: 'inbound' },
      },
    }),
  );

const measureTurn = async (service: MeasuredService, call: Call, turn: number): Promise<number> => {
  const callControlId = call.call_control_id ?? '';
  const said = speechesOn(service, callControlId).length;
  const body = transcriptionOf(call, turn);
  const signature = openSigningKey(service.stateDir).sign(body);
  const headers = { 'content-type': 'application/json', 'Telephony-Signature-Ed25519': signature };
  const askedMs = Date.now();
  const response = await fetch(`${service.credentials.base_url}/api/db/webhook`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
  const latencyMs = (await nextSpeechMs(service, callControlId, said)) - askedMs;
  await sleep(BREATH_MS);
  return latencyMs;
};

/** The calls of the trial, once all are answered and greeted. */
const liveCalls = async (service: MeasuredService, { client, campaignId }: Trial): Promise<Call[]> => {
  for (;;) {
    const { calls } = await client.listCalls({ teamId: service.credentials.team_id, campaignId });
    const isGreeted = ({ call_control_id }: { call_control_id: string | null }) =>
      call_control_id !== null && speechesOn(service, call_control_id).length > 0;
    if (calls.length === CALLS && calls.every(isGreeted))
      return await Promise.all(calls.map(async ({ id }) => (await client.getCall({ id })).call));
    await sleep(LOOK_AGAIN_MS * 10);
  }
};

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;

/** Measures it at a service of its own, over turns of several calls that are led one after the other. */
export const measureTurnLatency = async (): Promise<TurnLatency> => {
  const service = await startMeasuredService({ carrierSpeed: 1, proxy: 'none' });
  try {
    const trial = await prepareTrial(service, { contacts: CALLS, ending: '0001', slots: CALLS });
    await trial.client.runCampaign({ id: trial.campaignId });
    const latencies: number[] = [];
    for (const call of await liveCalls(service, trial)) {
      for (let turn = 0; turn < TURNS_A_CALL; turn += 1) latencies.push(await measureTurn(service, call, turn));
    }
    // The first turns load what the process has not loaded yet.
    const warm = latencies.slice(TURNS_A_CALL).sort((one, other) => one - other);
    return { turns: warm.length, p50: percentile(warm, 0.5), p95: percentile(warm, 0.95) };
  } finally {
    await service.stop();
  }
};
