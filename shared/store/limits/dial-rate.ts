import { shortForm } from '#shared/domain/ids.ts';
import { keys } from '#shared/store/keys.ts';
import {
  absent,
  anyOf,
  below,
  type Condition,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/*
 * One item counts the dials of a second: all on the connection, each account's, and of these each holder's. So a dial of
 * both limits is reserved by one write. Who dials is named by a short form, for every write costs by the size of all
 * names: 30 bytes for an account with one holder, so that 30 of them fit into 1 KB. Two of the same short form would
 * share their limit.
 */

const DIALS_KEPT_SECONDS = 3600;

/**
 * The dials of one second, over all holders and of each, by the short form of its id: campaigns of an account, or accounts
 * on the connection.
 */
export interface DialsInSecond {
  epochSecond: number;
  dials: number;
  of: ReadonlyMap<string, number>;
}

const CONNECTION_COUNTER = 'dials';
const ACCOUNT_PREFIX = '@';
const HOLDER_PREFIX = '+';
const accountCounter = (accountId: string): string => `${ACCOUNT_PREFIX}${shortForm(accountId)}`;
const holdersPrefix = (accountId: string): string => `${HOLDER_PREFIX}${shortForm(accountId)}`;
const holderCounter = (accountId: string, holder: string): string => `${holdersPrefix(accountId)}${shortForm(holder)}`;

type Counters = Record<string, unknown>;

const countersFrom = (counters: Counters, prefix: string): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(counters)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, dials]) => [name.slice(prefix.length), Number(dials)]),
  );

/** The dials that are reserved of each second by an account's holders, and by all accounts on the connection. */
export const readDials = async (
  table: TableReader,
  accountId: string,
  epochSeconds: number[],
): Promise<{ ofAccount: DialsInSecond[]; onConnection: DialsInSecond[] }> => {
  const found = await table.getMany<Counters>(epochSeconds.map(keys.dialsInSecond));
  const read = (counter: string, prefix: string): DialsInSecond[] =>
    epochSeconds.map((epochSecond, at) => {
      const counters: Counters = found[at] ?? {};
      return { epochSecond, dials: Number(counters[counter] ?? 0), of: countersFrom(counters, prefix) };
    });
  return {
    ofAccount: read(accountCounter(accountId), holdersPrefix(accountId)),
    onConnection: read(CONNECTION_COUNTER, ACCOUNT_PREFIX),
  };
};

interface Reservation {
  epochSecond: number;
  account_id: string;
  holder: string;
  dials: number;
}

const adding = ({ epochSecond, account_id, holder, dials }: Reservation) => ({
  update: keys.dialsInSecond(epochSecond),
  add: {
    [CONNECTION_COUNTER]: dials,
    [accountCounter(account_id)]: dials,
    [holderCounter(account_id, holder)]: dials,
  },
});

/** Reserves dials of a second; the condition fails if fewer are left to the account or on the connection. */
export const takeDials = (
  reservation: Reservation,
  dialsPerSecond: { ofAccount: number; onConnection: number },
): UpdateOperation => {
  const { epochSecond, account_id, dials } = reservation;
  const fits = (counter: string, limit: number): Condition => anyOf(absent(counter), below(counter, limit - dials + 1));
  return {
    ...adding(reservation),
    set: { [TTL_ATTRIBUTE]: epochSecond + DIALS_KEPT_SECONDS },
    when: [
      fits(accountCounter(account_id), dialsPerSecond.ofAccount),
      fits(CONNECTION_COUNTER, dialsPerSecond.onConnection),
    ],
  };
};

/**
 * Gives reserved dials back, once only within a transaction; those that a crash leaves reserved are lost with their
 * second.
 */
export const giveBackDials = (reservation: Reservation): UpdateOperation =>
  adding({ ...reservation, dials: -reservation.dials });
