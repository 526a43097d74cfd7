import { chunked } from '#shared/domain/lists.ts';
import { readKeyFingerprint } from '#shared/store/line/number-hash-key.ts';
import {
  beginMigration,
  endMigration,
  readMigration,
  readSchemaVersion,
  SCHEMA_VERSION,
} from '#shared/store/schema-version.ts';
import { ConditionFailed, type TableWriter, type WriteOperation } from '#shared/store/table/table.ts';
import type { RawItem, WalkTable } from '#shared/store/table/walk-table.ts';
import { from4To5 } from './from-4-to-5.ts';
import type { Carried, CarryContext, Step } from './step.ts';

/** From each version to the next. */
const STEPS: readonly Step[] = [from4To5];

/** Items that are carried at once. */
const AT_ONCE = 10;

/** The table cannot be carried over, or not now; the message says why and what to do. */
export class MigrationRefused extends Error {}

export interface MigrationPorts {
  table: TableWriter;
  walk: WalkTable;
  /** A line's partition as the table names it. */
  hash(partition: string): string;
  /** Of the key of those hashes. */
  fingerprint: string;
  /** Before the first write of a migration, not of one that was interrupted: whoever has made a key keeps it here. */
  onBegin(): void;
  clock(): Date;
  /** Told after each page: how many items were looked at in this step. */
  onProgress(lookedAt: number): void;
}

export interface MigrationReport {
  from: number;
  to: number;
  /** How many of each kind were carried, or would be; what an earlier, interrupted run carried is not counted again. */
  counts: Record<string, number>;
}

const onTheWayFrom = (version: number): Step[] => {
  const steps: Step[] = [];
  for (let at = version; at < SCHEMA_VERSION; ) {
    const step = STEPS.find(({ from }) => from === at);
    if (!step)
      throw new MigrationRefused(`No step leads from schema version ${at} on, so this table cannot be carried over.`);
    steps.push(step);
    at = step.to;
  }
  return steps;
};

const versionOf = async (table: TableWriter): Promise<number> => {
  const begun = await readMigration(table);
  if (begun) return begun.from;
  const found = await readSchemaVersion(table);
  if (found === null) {
    throw new MigrationRefused(
      'The table has no schema version: it is empty, or older than every release that wrote one.',
    );
  }
  if (found > SCHEMA_VERSION) {
    throw new MigrationRefused(
      `The table has schema version ${found}, and this release knows ${SCHEMA_VERSION}. Run a newer release.`,
    );
  }
  return found;
};

/** True if it was carried by this write; false if an earlier run did so. */
const write = async (table: TableWriter, operations: WriteOperation[]): Promise<boolean> => {
  try {
    const [first] = operations;
    if (operations.length === 1 && first && !('check' in first)) await table.write(first);
    else await table.transact(operations);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

const carryAll = async (ports: MigrationPorts, step: Step, act: (carried: Carried) => Promise<boolean>) => {
  const counts: Record<string, number> = {};
  const context: CarryContext = { hash: ports.hash, now: ports.clock() };
  const carryOne = async (item: RawItem): Promise<void> => {
    for (const carried of step.carry(item, context)) {
      if (await act(carried)) counts[carried.what] = (counts[carried.what] ?? 0) + 1;
    }
  };
  let lookedAt = 0;
  await ports.walk(async (items) => {
    for (const some of chunked(items, AT_ONCE)) await Promise.all(some.map(carryOne));
    lookedAt += items.length;
    ports.onProgress(lookedAt);
  });
  return counts;
};

/** Nothing of the earlier version may be left: then somebody writes it still, or the later version was there before. */
const assertNothingOld = async ({ walk }: MigrationPorts, { from, to, isOld }: Step): Promise<void> => {
  let left = 0;
  await walk(async (items) => {
    left += items.filter(isOld).length;
  });
  if (left === 0) return;
  throw new MigrationRefused(
    `${left} items of schema version ${from} are there although all were carried over: a release of version ${from} still serves ` +
      `this table, or one of version ${to} has served it before. Stop every release and run this again; if it says the same ` +
      'again, restore the backup from before the update. Until then no release starts on the table.',
  );
};

/** @throws MigrationRefused for another key than that of an earlier run, or of the table. */
const assertSameKey = async ({ table, fingerprint }: MigrationPorts): Promise<void> => {
  const known = await readKeyFingerprint(table);
  if (known === undefined || known === fingerprint) return;
  throw new MigrationRefused(
    'The table was begun to be carried over, or was written, with another key of number hashes (NumberHashKey). Run this with that one.',
  );
};

const begin = async ({ table, fingerprint, onBegin }: MigrationPorts, { from, to }: Step): Promise<void> => {
  if (await readMigration(table)) return;
  onBegin();
  await table.write(beginMigration(from, to, fingerprint));
};

const runStep = async (ports: MigrationPorts, step: Step): Promise<MigrationReport> => {
  const { table } = ports;
  const { from, to } = step;
  await assertSameKey(ports);
  await begin(ports, step);
  const counts = await carryAll(ports, step, ({ operations }) => write(table, operations));
  await assertNothingOld(ports, step);
  await table.write(endMigration(from, to));
  return { from, to, counts };
};

/**
 * Carries a table over to this release's schema version, step by step. From its first write on no release starts on the
 * table, and the sweeps of those that run fail, until it is done. After a crash at any write it is simply run again.
 * @throws MigrationRefused
 */
export const migrateTable = async (ports: MigrationPorts): Promise<MigrationReport[]> => {
  const reports: MigrationReport[] = [];
  for (const step of onTheWayFrom(await versionOf(ports.table))) reports.push(await runStep(ports, step));
  return reports;
};

/** What the first step would carry over. Nothing is written. @throws MigrationRefused */
export const countMigration = async (ports: MigrationPorts): Promise<MigrationReport[]> => {
  const [step] = onTheWayFrom(await versionOf(ports.table));
  if (!step) return [];
  const counts = await carryAll(ports, step, async () => true);
  return [{ from: step.from, to: step.to, counts }];
};
