import { beforeEach, describe, expect, test } from '@jest/globals';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { sweepAll } from '#shared/engine/sweep.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { newDelivery, putDelivery } from '#shared/store/delivery/deliveries.ts';
import type { WebhookRecord } from '#shared/store/delivery/webhooks.ts';
import { activeKey, keys, sweptPartitions } from '#shared/store/keys.ts';
import { addRetention } from '#shared/store/privacy/retentions.ts';
import { markSchemaVersion, SCHEMA_VERSION } from '#shared/store/schema-version.ts';
import type { Key, Query, Reading } from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

const NOW = new Date('2026-03-02T12:00:00.000Z');

let table: MemoryTable;
let sent: { campaigns: string[]; retentions: string[]; deliveries: { delivery_id: string; account_id: string }[] };
let ports: Parameters<typeof sweepAll>[0];

beforeEach(async () => {
  table = new MemoryTable();
  await table.write(markSchemaVersion());
  sent = { campaigns: [], retentions: [], deliveries: [] };
  const unneeded = { send: async () => undefined };
  ports = {
    table,
    clock: () => NOW,
    log: SILENT_LOG,
    campaignQueue: {
      send: async (messages) => void sent.campaigns.push(...messages.map(({ campaign_id }) => campaign_id)),
    },
    webhookQueue: { send: async (messages) => void sent.deliveries.push(...messages) },
    numberQueue: unneeded,
    erasureQueue: unneeded,
    retentionQueue: { send: async (messages) => void sent.retentions.push(...messages.map(({ team_id }) => team_id)) },
    dialQueue: unneeded,
    assertKeyFits: async () => undefined,
    endedCallQueue: unneeded,
    telephony: {} as (typeof ports)['telephony'],
  };
});

const deliver = async (accountId: string, count: number, minutesOverdue: number): Promise<void> => {
  const webhook = { account_id: accountId, kind: 'call' } as WebhookRecord;
  for (let n = 0; n < count; n++) {
    const at = new Date(NOW.getTime() - minutesOverdue * MINUTE_MS);
    const event = { id: `evt_${accountId}_${n}`, type: 'call.answered', payload: {} };
    await table.write(putDelivery(newDelivery(webhook, event, at)));
  }
};

const activate = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++) {
    const id = `camp_${n}`;
    await table.write({ put: { ...keys.campaignControl(id), id, ...activeKey(id) } });
  }
};

const deliveriesOf = (accountId: string): number =>
  sent.deliveries.filter(({ account_id }) => account_id === accountId).length;

describe('deliveries', () => {
  test('go to the queue in the group of their account', async () => {
    await deliver('acct_1', 3, 5);
    await sweepAll(ports);
    expect(sent.deliveries.toSorted((one, other) => (one.delivery_id < other.delivery_id ? -1 : 1))).toEqual(
      [0, 1, 2].map((n) => ({ delivery_id: `dlv_acct_1_${n}`, account_id: 'acct_1' })),
    );
  });

  test('of a receiver that is down for long leave room for those of the others', async () => {
    await deliver('acct_dead', 9_000, 600);
    await deliver('acct_well', 20, 1);
    await sweepAll(ports);
    expect(deliveriesOf('acct_well')).toBe(20);
    expect(deliveriesOf('acct_dead')).toBeGreaterThan(1_000);
    expect(deliveriesOf('acct_dead')).toBeLessThanOrEqual(2_000);
  });
});

describe('campaigns', () => {
  test('each has its turn, however many there are', async () => {
    await activate(50_000);
    const seen = new Set<string>();
    for (let minute = 0; minute < 3; minute++) {
      sent.campaigns = [];
      await sweepAll({ ...ports, clock: () => new Date(NOW.getTime() + minute * MINUTE_MS) });
      expect(sent.campaigns).toHaveLength(20_000);
      for (const id of sent.campaigns) seen.add(id);
    }
    expect(seen.size).toBe(50_000);
  });
});

describe('at rest', () => {
  test('it asks for each partition once, and for nothing else but the version', async () => {
    const asked: string[] = [];
    const watched = Object.assign(Object.create(table) as MemoryTable, {
      get: async (key: Key, reading?: Reading) => {
        asked.push(`${key.pk} ${reading?.mayLag ? 'of a moment ago' : ''}`);
        return table.get(key);
      },
      getMany: async (wanted: Key[]) => {
        asked.push(...wanted.map(({ pk }) => pk));
        return table.getMany(wanted);
      },
      query: async (query: Query) => {
        asked.push(`${query.index} ${query.partition}`);
        return table.query(query);
      },
    });
    await sweepAll({ ...ports, table: watched });
    expect(asked.toSorted()).toEqual(
      ['SCHEMA of a moment ago', ...sweptPartitions.map((partition) => `active ${partition}`)].toSorted(),
    );
  });
});

describe('what is kept of calls', () => {
  test('is looked at when it is due, and not before', async () => {
    const due = (teamId: string, minutes: number) =>
      table.write(
        addRetention({ account_id: 'acct_1', team_id: teamId }, new Date(NOW.getTime() + minutes * MINUTE_MS)),
      );
    await Promise.all([due('team_1', -1), due('team_2', 0), due('team_3', 1)]);
    await sweepAll(ports);
    expect(sent.retentions.toSorted()).toEqual(['team_1', 'team_2']);
  });
});

describe('a part that fails', () => {
  test('fails the run, which does the other parts all the same', async () => {
    await deliver('acct_1', 3, 5);
    await activate(2);
    const failing = Object.assign(Object.create(table) as MemoryTable, {
      get: table.get.bind(table),
      getMany: table.getMany.bind(table),
      query: async (query: Query) => {
        if (query.partition === 'NUMBERS_DUE') throw new Error('throttled');
        return table.query(query);
      },
    });
    await expect(sweepAll({ ...ports, table: failing })).rejects.toThrow('throttled');
    expect([sent.deliveries.length, sent.campaigns.length]).toEqual([3, 2]);
  });
});

test('a key of number hashes that is not the table’s is told, and holds nothing else up', async () => {
  await deliver('acct_1', 3, 5);
  await activate(2);
  const assertKeyFits = () => Promise.reject(new Error('another key'));
  await expect(sweepAll({ ...ports, assertKeyFits })).rejects.toThrow('another key');
  expect([sent.deliveries.length, sent.campaigns.length]).toEqual([3, 2]);
});

describe('a table of another release', () => {
  test.each([
    [
      'a newer one',
      SCHEMA_VERSION + 1,
      new RegExp(`has schema version ${SCHEMA_VERSION + 1}; this release needs version ${SCHEMA_VERSION}`),
    ],
    ['one from before there were versions', undefined, /has no schema version, .* older release; this release needs/],
  ])('%s is left alone, loudly', async (_, version, words) => {
    await activate(2);
    if (version === undefined) await table.write({ delete: keys.schema() });
    else await table.write({ update: keys.schema(), set: { version } });
    await expect(sweepAll(ports)).rejects.toThrow(words);
    expect(sent.campaigns).toEqual([]);
  });

  test('a table without anything may be new, and is let be', async () => {
    await table.write({ delete: keys.schema() });
    await sweepAll(ports);
    expect(sent).toEqual({ campaigns: [], retentions: [], deliveries: [] });
  });
});
