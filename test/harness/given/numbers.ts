import { randomInt } from 'node:crypto';
import {
  GetScheduleCommand,
  type GetScheduleCommandOutput,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
  type UpdateScheduleCommandInput,
} from '@aws-sdk/client-scheduler';
import { expect } from '@jest/globals';
import { reconcileNumber } from '#functions/workers/reconcile-number.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { type CallOptions, createClient } from '#shared/client/client.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { findOwnedNumber, getNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import type { TestAccount } from './account.ts';
import { AREA_CODES } from './phones.ts';

/** Longer than an unanswered purchase may take before it is undone. */
export const ELEVEN_MINUTES_MS = 11 * MINUTE_MS;
export const SIX_DAYS_MS = 6 * DAY_MS;

let areaCodesUsed = randomInt(AREA_CODES.length);

/** A number that the carrier sells without answering its first order. Only one suite may use these. */
export const numberSoldInSilence = (): string => `+1${AREA_CODES[areaCodesUsed++ % AREA_CODES.length]}5550408`;

export const buy = ({ api, teamId }: TestAccount, phoneNumber: string, options?: CallOptions) =>
  api.purchasePhoneNumber({ teamId, phoneNumber }, options);

/** Makes a purchase that the carrier leaves unanswered: a fault of the service, which no endpoint declares. */
export const buyInSilence = async (
  { token, teamId }: TestAccount,
  phoneNumber: string,
  options?: CallOptions,
): Promise<void> => {
  const unchecked = createClient({ baseUrl: stack().base_url, token });
  await expect(unchecked.purchasePhoneNumber({ teamId, phoneNumber }, options)).rejects.toMatchObject({ status: 500 });
};

export const carrier = (): Telephony => simulatedTelephony({ carrierUrl: stack().carrier_url });

/** A carrier that nobody can reach. */
export const deadCarrier = (): Telephony => simulatedTelephony({ carrierUrl: 'http://127.0.0.1:1' });

/** Runs the worker's look at a number, as if it came this much later. */
export const reconcile = async (numberId: string, laterMs = 0, telephony = carrier()): Promise<void> => {
  const ports = {
    table: testTable(),
    telephony,
    clock: () => new Date(Date.now() + laterMs),
    sleep: async () => undefined,
    log: SILENT_LOG,
  };
  await reconcileNumber.definition.handle({ number_id: numberId }, ports as never);
};

/** The record of an E.164 number, even one that no endpoint shows. */
export const recordOf = async (phoneNumber: string): Promise<PhoneNumberRecord> => {
  const number = await findOwnedNumber(testTable(), phoneNumber);
  if (!number) throw new Error(`Nobody owns ${phoneNumber}.`);
  return number;
};

export const numbersHeld = async ({ accountId }: TestAccount): Promise<number> =>
  (await getAccount(testTable(), accountId)).numbers_held;

/** Expects that nothing is left of a purchase: no record, no owner, no count. */
export const expectNothingLeft = async (
  account: TestAccount,
  phoneNumber: string,
  numberId?: string,
): Promise<void> => {
  expect(await findOwnedNumber(testTable(), phoneNumber)).toBeUndefined();
  if (numberId !== undefined) expect(await getNumber(testTable(), numberId)).toBeUndefined();
  expect(await numbersHeld(account)).toBe(0);
};

/** Expects a number given back: it does not count, the sweep ignores it, and anybody may buy it. */
export const expectReleased = async (
  account: TestAccount,
  { id, phone_number }: { id: string; phone_number: string },
) => {
  const released = await getNumber(testTable(), id);
  expect(released).toMatchObject({ status: 'released', assistant_id: null, due_at: null });
  expect(released).not.toHaveProperty('active_pk');
  expect(await findOwnedNumber(testTable(), phone_number)).toBeUndefined();
  expect(await numbersHeld(account)).toBe(0);
  expect(await carrier().findOrder(id)).toEqual({ result: 'not_found' });
};

let client: SchedulerClient | undefined;

/** A client of the running stack's scheduler. */
const scheduler = (): SchedulerClient => {
  const service = findRunningService(stack().state_dir);
  const credentials = { ...LOCAL_CREDENTIALS, secretAccessKey: service?.aws_secret_access_key ?? '' };
  client ??= new SchedulerClient({ endpoint: service?.scheduler_url ?? '', region: LOCAL_REGION, credentials });
  return client;
};

/** The schedule of this name in the laptop's scheduler. */
export const scheduleNamed = async (name: string): Promise<GetScheduleCommandOutput> => {
  const { Schedules = [] } = await scheduler().send(new ListSchedulesCommand({ NamePrefix: name }));
  return scheduler().send(new GetScheduleCommand({ Name: name, GroupName: Schedules[0]?.GroupName }));
};

/** Fires a schedule as if its time had come. */
export const fire = async (schedule: GetScheduleCommandOutput): Promise<void> => {
  const due = { ...schedule, ScheduleExpression: 'at(2020-01-01T00:00:00)' } as UpdateScheduleCommandInput;
  await scheduler().send(new UpdateScheduleCommand(due));
};
