import { conflict } from '#shared/domain/errors.ts';
import { keys, listSort, lists } from './keys.ts';
import { absent, below, equals, type TableReader, type UpdateOperation, type WriteOperation } from './table.ts';

export interface PhoneNumberRecord {
  id: string;
  account_id: string;
  team_id: string;
  phone_number: string;
  provider: string;
  provider_number_id: string | null;
  /** `pending`: reserved here, not yet ordered at the carrier. */
  status: 'pending' | 'active';
  is_trial: boolean;
  trial_expires_at: string | null;
  assistant_id: string | null;
  created_by_email: string;
  created_by_name: string;
  created_at: string;
}

/**
 * Reserves a number before it is ordered: the account's allowance and the number itself are taken in one transaction,
 * so two purchases at once can exceed neither. The loser is refused.
 */
export const reserveNumber = (number: PhoneNumberRecord, maxNumbers: number, refuse: () => Error): WriteOperation[] => [
  {
    update: keys.account(number.account_id),
    add: { numbers_held: 1 },
    when: [below('numbers_held', maxNumbers)],
    refuse,
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
      list_pk: lists.phoneNumbers(number.account_id),
      list_sk: listSort(number.created_at, number.id),
    },
    when: [absent('pk')],
  },
];

/** The carrier has sold it: from here on the number can be used. */
export const activateNumber = (id: string, providerNumberId: string): UpdateOperation => ({
  update: keys.phoneNumber(id),
  set: { status: 'active', provider_number_id: providerNumberId },
  when: [equals('status', 'pending')],
  refuse: () => conflict('This number was bought by another request at the same time.'),
});

/** The carrier would not sell it: everything the reservation took is given back. */
export const dropReservation = (number: PhoneNumberRecord): WriteOperation[] => [
  { delete: keys.phoneNumber(number.id), when: [equals('status', 'pending')] },
  { delete: keys.ownedNumber(number.phone_number), when: [equals('number_id', number.id)] },
  { update: keys.account(number.account_id), add: { numbers_held: -1 } },
];

/** The record that holds a number, whoever owns it. */
export const findOwnedNumber = async (
  table: TableReader,
  phoneNumber: string,
): Promise<PhoneNumberRecord | undefined> => {
  const owned = await table.get<{ number_id: string }>(keys.ownedNumber(phoneNumber));
  return owned && (await table.get<PhoneNumberRecord>(keys.phoneNumber(owned.number_id)));
};

/** Every usable number of an account, newest first; their details are read consistently. */
export const listAccountNumbers = async (table: TableReader, accountId: string): Promise<PhoneNumberRecord[]> => {
  const found = await table.query<object>({
    index: 'list',
    partition: lists.phoneNumbers(accountId),
    newestFirst: true,
    fields: ['pk', 'sk'],
  });
  const numbers = await table.getMany<PhoneNumberRecord>(found);
  return numbers.filter((number) => number !== undefined).filter(({ status }) => status === 'active');
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
