import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { copyOf, spentSince, type Tallies } from '#test/benchmark/database/counting-proxy.ts';
import { type MeasuredService, startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { untilQuiet } from '#test/benchmark/service/until-quiet.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { prepareTrial, runTrial, type Trial } from './campaign-trial.ts';
import { receiveEvents } from './event-receiver.ts';

/** What both sides say on a call of the simulated carrier's ordinary callee. */
export const THINGS_SAID = 9;
/** Conversations go slowly enough that nobody's patience ends before everything is said, even on a slow machine. */
const TALK = { speed: 10, slots: 8 };
const RINGING = { speed: 20, slots: 20 };
/** Of the calls looked at, so many may be cut short by a moment in which the machine was busy. */
const CUT_SHORT_MAX = 0.1;
/** Conclusions, recordings and deliveries come after the last call. */
const QUIET_MS = 3_000;
const TRANSCRIPTS_LOOKED_AT = 20;

export interface Dialled {
  contacts: number;
  isAnswered: boolean;
  hasReceiver: boolean;
}

export interface DialledCosts {
  /** For all contacts together. */
  spent: Tallies;
  /** Requests to the queues, schedules and the bucket, and webhooks of the carrier, for all contacts together. */
  awsRequests: Record<string, number>;
  logBytes: number;
}

const paceOf = ({ isAnswered }: Dialled) => (isAnswered ? TALK : RINGING);

/** @throws unless everything was said on nearly all calls looked at; else what they cost would be that of shorter ones. */
const checkTranscripts = async ({ watcher, teamId, campaignId }: Trial): Promise<void> => {
  const { calls } = await watcher.listCalls({ teamId, campaignId, limit: TRANSCRIPTS_LOOKED_AT });
  const read = await Promise.all(calls.map(({ id }) => watcher.getCall({ id })));
  const cut = read.filter(({ call }) => call.transcript?.length !== THINGS_SAID);
  if (cut.length > read.length * CUT_SHORT_MAX) {
    const lengths = cut.map(({ call }) => call.transcript?.length ?? 0).join(', ');
    throw new Error(`On ${cut.length} of ${read.length} calls not ${THINGS_SAID} things were said, but ${lengths}.`);
  }
};

const differences = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, n]) => [name, n - (before[name] ?? 0)]));

const logBytesOf = ({ stateDir }: MeasuredService): number =>
  statSync(join(stateDir, SERVICE_LOG_FILE), { throwIfNoEntry: false })?.size ?? 0;

const measureOn = async (service: MeasuredService, wanted: Dialled, progress: (line: string) => void) => {
  const ending = wanted.isAnswered ? CALLEE.answers : CALLEE.doesNotAnswer;
  const { slots } = paceOf(wanted);
  const trial = await prepareTrial(service, { contacts: wanted.contacts, ending, slots });
  const receiver = wanted.hasReceiver ? await receiveEvents(trial.client, service.credentials.account_slug) : undefined;
  await untilQuiet(service, QUIET_MS);
  const before = { tallies: copyOf(service.tallies), aws: service.awsRequests(), log: logBytesOf(service) };
  await runTrial(trial, (completed) => progress(`${completed} of ${wanted.contacts} contacts`));
  await untilQuiet(service, QUIET_MS);
  const costs = {
    spent: spentSince(before.tallies, service.tallies),
    awsRequests: differences(before.aws, service.awsRequests()),
    logBytes: logBytesOf(service) - before.log,
  };
  if (wanted.isAnswered) await checkTranscripts(trial);
  await receiver?.stop();
  return costs;
};

/** What a campaign costs whose contacts are all called once, by ConsumedCapacity. */
export const measureDialled = async (wanted: Dialled, progress: (line: string) => void): Promise<DialledCosts> => {
  const service = await startMeasuredService({ carrierSpeed: paceOf(wanted).speed, proxy: {} });
  try {
    return await measureOn(service, wanted, progress);
  } finally {
    await service.stop();
  }
};
