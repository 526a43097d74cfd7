import { conflict, notFound } from '#shared/domain/errors.ts';
import { ownCountryOf } from '#shared/domain/phone-number/destinations.ts';
import type { NumberKind } from '#shared/domain/phone-number/numbering.ts';
import {
  type NumberStatus,
  reservedUntil,
  SHOWN_NUMBER_STATUSES,
  type ShownNumberStatus,
  trialSweptAt,
  unfinishedAt,
} from '#shared/domain/phone-number/reconciliation.ts';
import { countNumberIn } from './account/dialing-settings.ts';
import { keys, listSort, lists, NUMBERS_DUE_PARTITION, numberDueKey } from './keys.ts';
import type { Change } from './table/conditional-write.ts';
import type { RecordKey } from './table/records.ts';
import { readDueNames } from './table/sweep-index.ts';
import {
  type Attributes,
  absent,
  below,
  equals,
  present,
  type TableReader,
  type UpdateOperation,
  type WriteOperation,
} from './table/table.ts';

export interface PhoneNumberRecord {
  id: string;
  account_id: string;
  team_id: string;
  phone_number: string;
  /** Of the number, by its numbering plan. */
  country: string | null;
  kind: NumberKind;
  provider: string;
  /** Null until the carrier has answered the order. */
  provider_number_id: string | null;
  status: NumberStatus;
  is_trial: boolean;
  trial_expires_at: string | null;
  /** When the sweep finishes its purchase, trial or release; null if none is open. */
  due_at: string | null;
  assistant_id: string | null;
  created_by_email: string;
  created_by_name: string;
  created_at: string;
}

export type ShownNumber = PhoneNumberRecord & { status: ShownNumberStatus };

export const phoneNumberKey = (id: string): RecordKey<PhoneNumberRecord> => keys.phoneNumber(id);

/** Sets when the sweep looks at a number; null takes it out of the sweep. */
const dueFields = (id: string, at: string | null): { set: Attributes; remove: string[] } =>
  at === null
    ? { set: { due_at: null }, remove: ['active_pk', 'active_sk'] }
    : { set: { due_at: at, ...numberDueKey(id, at) }, remove: [] };

const changeNumber = (number: PhoneNumberRecord, changes: Partial<PhoneNumberRecord>, dueAt: string | null) => {
  const { set, remove } = dueFields(number.id, dueAt);
  return { update: keys.phoneNumber(number.id), set: { ...changes, ...set }, remove };
};

/**
 * Reserves a number before it is ordered. One transaction takes both the allowance and the number, so concurrent
 * purchases can exceed neither. If the allowance is spent, the purchase gets ConditionFailed and reads it again.
 */
export const reserveNumber = (number: PhoneNumberRecord, maxNumbers: number): WriteOperation[] => [
  {
    update: keys.account(number.account_id),
    add: { numbers_held: 1 },
    when: [below('numbers_held', maxNumbers), ...(number.is_trial ? [absent('trial_used_at')] : [])],
  },
  {
    put: { ...keys.ownedNumber(number.phone_number), number_id: number.id, account_id: number.account_id },
    when: [absent('pk')],
    refuse: () => conflict(`The number ${number.phone_number} is already owned.`),
  },
  {
    put: {
      ...keys.phoneNumber(number.id),
      ...number,
      ...dueFields(number.id, number.due_at).set,
      list_pk: lists.phoneNumbers(number.account_id),
      list_sk: listSort(number.created_at, number.id),
    },
    when: [absent('pk')],
  },
];

const anotherPurchase = (): Error => conflict('This number was bought by another request at the same time.');

/** Resumes an unfinished purchase and restarts its time limit. */
export const renewReservation = (number: PhoneNumberRecord, now: Date): Change<PhoneNumberRecord> => {
  const due_at = reservedUntil(now);
  return {
    operation: {
      ...changeNumber(number, {}, due_at),
      when: [equals('status', 'pending'), equals('due_at', number.due_at)],
      refuse: anotherPurchase,
    },
    after: { ...number, due_at },
  };
};

/** Makes a sold number usable. Buying a trial number uses up the account's only trial. */
export const activateNumber = (number: PhoneNumberRecord, providerNumberId: string): WriteOperation[] => [
  {
    ...changeNumber(
      number,
      { status: 'active', provider_number_id: providerNumberId },
      trialSweptAt(number.trial_expires_at),
    ),
    when: [equals('status', 'pending')],
    refuse: anotherPurchase,
  },
  ...(number.is_trial
    ? [{ update: keys.account(number.account_id), set: { trial_used_at: number.created_at }, when: [present('pk')] }]
    : []),
  ...countNumberIn(number.account_id, ownCountryOf(number), 1),
];

/** Starts to undo an unfinished purchase; from here on no request can resume it. */
export const beginDrop = (number: PhoneNumberRecord, now: Date): UpdateOperation => ({
  ...changeNumber(number, { status: 'dropping' }, unfinishedAt(now)),
  when: [equals('status', 'pending'), equals('due_at', number.due_at)],
});

const releaseOwnership = (number: PhoneNumberRecord): WriteOperation[] => [
  { delete: keys.ownedNumber(number.phone_number), when: [equals('number_id', number.id)] },
  { update: keys.account(number.account_id), add: { numbers_held: -1 } },
];

/** Releases everything that a reservation took, unless a request has resumed it since it was read. */
export const dropReservation = (number: PhoneNumberRecord): WriteOperation[] => [
  {
    delete: keys.phoneNumber(number.id),
    when: [equals('status', number.status), equals('due_at', number.due_at)],
  },
  ...releaseOwnership(number),
];

/** Turns a trial number into a paid one. */
export const keepTrialNumber = (number: PhoneNumberRecord): UpdateOperation => ({
  ...changeNumber(number, { is_trial: false, trial_expires_at: null }, null),
  when: [equals('status', 'active'), equals('trial_expires_at', number.trial_expires_at)],
});

/** Takes a number out of use: it is not dialled from or assigned any more, and its inbound calls are rejected. */
export const beginRelease = (number: PhoneNumberRecord, now: Date): WriteOperation[] => [
  {
    ...changeNumber(number, { status: 'releasing', assistant_id: null }, unfinishedAt(now)),
    when: [equals('status', 'active')],
  },
  ...countNumberIn(number.account_id, ownCountryOf(number), -1),
];

/** Finishes a release at the carrier: the number no longer counts, and anybody may buy it. */
export const finishRelease = (number: PhoneNumberRecord): WriteOperation[] => [
  { ...changeNumber(number, { status: 'released' }, null), when: [equals('status', 'releasing')] },
  ...releaseOwnership(number),
];

export const getNumber = (table: TableReader, id: string) => table.get<PhoneNumberRecord>(phoneNumberKey(id));

export const getNumbers = (table: TableReader, ids: string[]) =>
  table.getMany<PhoneNumberRecord>(ids.map(phoneNumberKey));

/** The record of a phone number, whichever account owns it. */
export const findOwnedNumber = async (
  table: TableReader,
  phoneNumber: string,
): Promise<PhoneNumberRecord | undefined> => {
  const owned = await table.get<{ number_id: string }>(keys.ownedNumber(phoneNumber));
  return owned && getNumber(table, owned.number_id);
};

const isShown = <N extends PhoneNumberRecord>(number: N | undefined): number is N & ShownNumber =>
  number !== undefined && (SHOWN_NUMBER_STATUSES as readonly NumberStatus[]).includes(number.status);

/** Every number of an account, those of unfinished purchases and released ones too. */
export const listHeldNumbers = async (table: TableReader, accountId: string): Promise<PhoneNumberRecord[]> => {
  const found = await table.query<object>({
    index: 'list',
    partition: lists.phoneNumbers(accountId),
    fields: ['pk', 'sk'],
  });
  return (await table.getMany<PhoneNumberRecord>(found)).filter((number) => number !== undefined);
};

/** Every number that an account has bought, including released ones, newest first; records are read consistently. */
export const listAccountNumbers = async (table: TableReader, accountId: string): Promise<ShownNumber[]> => {
  return (await listHeldNumbers(table, accountId)).filter(isShown).reverse();
};

/** Ids of numbers due by `until`, the oldest first. */
export const readDueNumbers = (table: TableReader, until: Date, limit: number): Promise<string[]> =>
  readDueNames(table, NUMBERS_DUE_PARTITION, until, limit);

/** Replaces an assistant's numbers. A number has at most one assistant, so assigning it takes it from another. */
export const assignNumbers = (
  assistantId: string,
  assigned: PhoneNumberRecord[],
  wanted: PhoneNumberRecord[],
): UpdateOperation[] => {
  const wantedIds = new Set(wanted.map(({ id }) => id));
  return [
    ...wanted.map(
      ({ id }): UpdateOperation => ({
        update: keys.phoneNumber(id),
        set: { assistant_id: assistantId },
        when: [equals('status', 'active')],
        refuse: () => notFound(`The phone number "${id}"`),
      }),
    ),
    ...assigned
      .filter(({ id }) => !wantedIds.has(id))
      .map(
        ({ id }): UpdateOperation => ({
          update: keys.phoneNumber(id),
          set: { assistant_id: null },
          when: [equals('assistant_id', assistantId)],
        }),
      ),
  ];
};
