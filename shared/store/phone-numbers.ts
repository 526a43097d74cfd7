import { conflict, notFound } from '#shared/domain/errors.ts';
import {
  type NumberStatus,
  reservedUntil,
  SHOWN_NUMBER_STATUSES,
  type ShownNumberStatus,
  trialSweptAt,
  unfinishedAt,
} from '#shared/domain/phone-number/life-cycle.ts';
import { dueUpTo, keys, listSort, lists, NUMBERS_DUE_PARTITION, numberDueKey } from './keys.ts';
import type { Change } from './table/conditional-write.ts';
import type { RecordKey } from './table/records.ts';
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
  provider: string;
  /** Null until the carrier has answered the order. */
  provider_number_id: string | null;
  status: NumberStatus;
  is_trial: boolean;
  trial_expires_at: string | null;
  /** When the sweep looks at it, so that no crash leaves it half bought, half released or in use too long; null: never. */
  due_at: string | null;
  assistant_id: string | null;
  created_by_email: string;
  created_by_name: string;
  created_at: string;
}

export type ShownNumber = PhoneNumberRecord & { status: ShownNumberStatus };

export const phoneNumberKey = (id: string): RecordKey<PhoneNumberRecord> => keys.phoneNumber(id);

/** Moves a number to another place in the sweep's order, or out of it. */
const due = (id: string, at: string | null): { set: Attributes; remove: string[] } =>
  at === null
    ? { set: { due_at: null }, remove: ['active_pk', 'active_sk'] }
    : { set: { due_at: at, ...numberDueKey(id, at) }, remove: [] };

const moved = (number: PhoneNumberRecord, changes: Partial<PhoneNumberRecord>, at: string | null) => {
  const { set, remove } = due(number.id, at);
  return { update: keys.phoneNumber(number.id), set: { ...changes, ...set }, remove };
};

/**
 * Reserves a number before it is ordered: the account's allowance and the number itself are taken in one transaction,
 * so two purchases at once can exceed neither. Who finds the allowance spent gets ConditionFailed, and reads it again.
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
      ...due(number.id, number.due_at).set,
      list_pk: lists.phoneNumbers(number.account_id),
      list_sk: listSort(number.created_at, number.id),
    },
    when: [absent('pk')],
  },
];

const anotherPurchase = (): Error => conflict('This number was bought by another request at the same time.');

/** An unfinished purchase is taken up again; from here on it has its whole time once more. */
export const renewReservation = (number: PhoneNumberRecord, now: Date): Change<PhoneNumberRecord> => {
  const due_at = reservedUntil(now);
  return {
    operation: {
      ...moved(number, {}, due_at),
      when: [equals('status', 'pending'), equals('due_at', number.due_at)],
      refuse: anotherPurchase,
    },
    after: { ...number, due_at },
  };
};

/** The carrier has sold it: from here on the number can be used. A trial number is the only one its account gets. */
export const activateNumber = (number: PhoneNumberRecord, providerNumberId: string): WriteOperation[] => [
  {
    ...moved(number, { status: 'active', provider_number_id: providerNumberId }, trialSweptAt(number.trial_expires_at)),
    when: [equals('status', 'pending')],
    refuse: anotherPurchase,
  },
  ...(number.is_trial
    ? [{ update: keys.account(number.account_id), set: { trial_used_at: number.created_at }, when: [present('pk')] }]
    : []),
];

/** Nobody came back for the reservation: from here on no purchase can take it up. */
export const beginDrop = (number: PhoneNumberRecord, now: Date): UpdateOperation => ({
  ...moved(number, { status: 'dropping' }, unfinishedAt(now)),
  when: [equals('status', 'pending'), equals('due_at', number.due_at)],
});

const giveUpOwnership = (number: PhoneNumberRecord): WriteOperation[] => [
  { delete: keys.ownedNumber(number.phone_number), when: [equals('number_id', number.id)] },
  { update: keys.account(number.account_id), add: { numbers_held: -1 } },
];

/** Everything that the reservation took is given back, unless somebody has taken it up since it was read. */
export const dropReservation = (number: PhoneNumberRecord): WriteOperation[] => [
  {
    delete: keys.phoneNumber(number.id),
    when: [equals('status', number.status), equals('due_at', number.due_at)],
  },
  ...giveUpOwnership(number),
];

/** The account has subscribed: what was a trial is a number like any other. */
export const keepTrialNumber = (number: PhoneNumberRecord): UpdateOperation => ({
  ...moved(number, { is_trial: false, trial_expires_at: null }, null),
  when: [equals('status', 'active'), equals('trial_expires_at', number.trial_expires_at)],
});

/** From this write on nobody dials from the number or assigns it, and its inbound calls are rejected. */
export const beginRelease = (number: PhoneNumberRecord, now: Date): UpdateOperation => ({
  ...moved(number, { status: 'releasing', assistant_id: null }, unfinishedAt(now)),
  when: [equals('status', 'active')],
});

/** The carrier has it back: it counts no more, and anybody may buy it. */
export const finishRelease = (number: PhoneNumberRecord): WriteOperation[] => [
  { ...moved(number, { status: 'released' }, null), when: [equals('status', 'releasing')] },
  ...giveUpOwnership(number),
];

export const getNumber = (table: TableReader, id: string) => table.get<PhoneNumberRecord>(phoneNumberKey(id));

export const getNumbers = (table: TableReader, ids: string[]) =>
  table.getMany<PhoneNumberRecord>(ids.map(phoneNumberKey));

/** The record that holds a number, whoever owns it. */
export const findOwnedNumber = async (
  table: TableReader,
  phoneNumber: string,
): Promise<PhoneNumberRecord | undefined> => {
  const owned = await table.get<{ number_id: string }>(keys.ownedNumber(phoneNumber));
  return owned && getNumber(table, owned.number_id);
};

const isShown = <N extends PhoneNumberRecord>(number: N | undefined): number is N & ShownNumber =>
  number !== undefined && (SHOWN_NUMBER_STATUSES as readonly NumberStatus[]).includes(number.status);

/** Every number that an account has bought, released ones too, newest first; their details are read consistently. */
export const listAccountNumbers = async (table: TableReader, accountId: string): Promise<ShownNumber[]> => {
  const found = await table.query<object>({
    index: 'list',
    partition: lists.phoneNumbers(accountId),
    newestFirst: true,
    fields: ['pk', 'sk'],
  });
  return (await table.getMany<PhoneNumberRecord>(found)).filter(isShown);
};

/** Ids of numbers that were due by then, the longest due first; may lag by moments. */
export const readDueNumbers = async (table: TableReader, until: Date, limit: number): Promise<string[]> => {
  const upTo = dueUpTo(until.toISOString());
  const due = await table.query<{ active_sk: string }>({
    index: 'active',
    partition: NUMBERS_DUE_PARTITION,
    upTo,
    limit,
  });
  return due.map(({ active_sk }) => active_sk.slice(active_sk.indexOf('#') + 1));
};

/** A number answers for at most one assistant: assigning it takes it from whichever had it. */
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
