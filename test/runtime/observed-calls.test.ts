import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { METRICS, type MetricField } from '#shared/ports/metrics.ts';
import type { CallRow } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { receiverFor, setUrl } from '#test/harness/given/webhooks.ts';
import { callsOf } from '#test/harness/read.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { callConcluded, campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

type Line = Record<string, unknown>;

/** The log of the service, of this suite's account alone. */
const linesOf = ({ accountId }: Pick<TestAccount, 'accountId'>): Line[] =>
  readFileSync(join(stack().state_dir, SERVICE_LOG_FILE), 'utf8')
    .split('\n')
    .filter((text) => text.includes(`"account_id":"${accountId}"`))
    .map((text) => JSON.parse(text) as Line);

/** What the lines sum up to, by the value that tells a metric apart. */
const sums = (lines: Line[], field: MetricField): Record<string, number> => {
  const { by } = { by: undefined, ...METRICS[field] } as { by: { field: string } | undefined };
  const found: Record<string, number> = {};
  for (const line of lines) {
    const value = line[field];
    if (typeof value !== 'number') continue;
    const key = by ? String(line[by.field]) : 'all';
    found[key] = (found[key] ?? 0) + value;
  }
  return Object.fromEntries(Object.entries(found).filter(([, sum]) => sum !== 0));
};

const tally = (values: (string | null)[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const value of values) if (value !== null) counted[value] = (counted[value] ?? 0) + 1;
  return counted;
};

/** Who claims a call may be a run or the engine. */
const functionsOf = (lines: Line[], callId: string): Set<unknown> =>
  new Set(
    lines.filter((line) => line.call_id === callId && line.function !== 'runCampaign').map((line) => line.function),
  );

/** Every answer and refusal of the simulated carrier; lost replies and scrambled events twice. */
const CALLEES = [
  CALLEE.answers,
  CALLEE.doesNotAnswer,
  CALLEE.isBusy,
  CALLEE.hasVoicemail,
  CALLEE.isInvalid,
  CALLEE.losesTheDialReply,
  CALLEE.losesTheDialReply,
  CALLEE.scramblesEvents,
  CALLEE.scramblesEvents,
  CALLEE.isRateLimitedFirst,
];

let account: TestAccount;
let campaign: Campaign;
let records: CallRecord[];
let answered: CallRow;
let lines: Line[];

beforeAll(async () => {
  account = await newAccount();
  const receiver = await receiverFor(account);
  await setUrl(account, 'call', receiver.url);
  const number = await account.given.number();
  const { id: assistantId } = await account.given.assistant();
  await account.api.updateAssistant({ assistantId, accountSlug: account.slug, recording_enabled: true });
  await account.api.assignPhoneNumbers({ assistantId, accountSlug: account.slug, phoneNumberIds: [number.id] });
  const contacts = await account.given.callees(CALLEES);
  campaign = await account.given.campaignWith(contacts, {
    assistantId,
    fromNumberIds: [number.id],
  });
  await account.api.runCampaign({ id: campaign.id });
  const caller = calleePhone();
  await placeInboundCall(caller, number.phone_number);
  await campaignBecomes(account, campaign.id, 'completed');
  await comesToRest(campaign);
  const calls = (await account.api.listCalls({ teamId: account.teamId, limit: 100 })).calls;
  for (const { id, outcome } of calls) if (outcome === 'answered') await callConcluded(account, id);
  records = (await Promise.all(calls.map(({ id }) => getCall(testTable(), id)))).filter((call) => call !== undefined);
  answered = (await callsOf(account, campaign.id)).find(({ outcome }) => outcome === 'answered') as CallRow;
  await account.api.getCall({ id: answered.id });
  lines = linesOf(account);
});

describe('what the log counts is what the records show', () => {
  test('calls begun', () => {
    const begun = records.filter(({ status }) => status === 'ended').map(({ direction }) => direction);
    const counted = sums(lines, 'calls_begun');
    // A dial that the carrier had no room for has begun, and its claim begins another one.
    expect(counted.inbound).toBe(tally(begun).inbound);
    expect(counted.outbound).toBe((tally(begun).outbound ?? 0) + (sums(lines, 'dials_refused').limit ?? 0));
  });

  test('answers, and ends by outcome, though the carrier repeats and scrambles its events', () => {
    expect(sums(lines, 'calls_answered')).toEqual({ all: records.filter((call) => call.answered_at !== null).length });
    expect(sums(lines, 'calls_ended')).toEqual(tally(records.map(({ outcome }) => outcome)));
    expect(Object.keys(sums(lines, 'calls_ended')).length).toBeGreaterThanOrEqual(4);
  });

  test('dials, by what the carrier said to them', () => {
    const refused = sums(lines, 'dials_refused');
    expect(refused).toMatchObject({ unknown: 2 });
    expect(refused.limit).toBeGreaterThanOrEqual(1);
    const dials = sums(lines, 'calls_begun').outbound ?? 0;
    const placed = sums(lines, 'dials_placed').all ?? 0;
    expect(placed + Object.values(refused).reduce((sum, n) => sum + n, 0)).toBe(dials);
    expect(lines.filter((line) => typeof line.dial_latency_ms === 'number')).toHaveLength(dials);
  });

  test('what the carrier charged, and tokens', () => {
    const charged = records.reduce((sum, { usage_counted }) => sum + usage_counted.carrierMicroUsd, 0);
    expect(charged).toBeGreaterThan(0);
    expect(Math.round((sums(lines, 'carrier_cost_usd').all ?? 0) * 1_000_000)).toBe(charged);
    const tokens = records.reduce((sum, { usage_counted }) => sum + usage_counted.inputTokens, 0);
    expect(sums(lines, 'input_tokens').all ?? 0).toBe(tokens);
  });

  test('no pause, no stall, no error of ours', () => {
    for (const field of ['campaigns_paused', 'campaign_faults', 'campaigns_stalled', 'server_errors'] as const)
      expect(sums(lines, field)).toEqual({});
  });
});

describe('one call is followed by its id', () => {
  test('through every function that works on it', () => {
    expect([...functionsOf(lines, answered.id)].toSorted()).toEqual(
      [
        'advanceCampaign',
        'applyCallEvent',
        'converse',
        'deliverWebhook',
        'extractInformation',
        'getCall',
        'placeCall',
        'receiveCallEvent',
        'saveRecording',
      ].toSorted(),
    );
  });

  test('with its account everywhere, and its campaign where that is known', () => {
    const ofCall = lines.filter(({ call_id }) => call_id === answered.id);
    const withCampaign = ofCall.filter(({ campaign_id }) => campaign_id === campaign.id);
    expect(ofCall[0]?.message).toBe('A contact was claimed for a call.');
    expect(functionsOf(withCampaign, answered.id)).toEqual(
      new Set(['advanceCampaign', 'applyCallEvent', 'converse', 'extractInformation', 'placeCall', 'saveRecording']),
    );
  });
});
