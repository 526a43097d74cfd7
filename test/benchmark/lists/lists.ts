import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { totalOf } from '#test/benchmark/database/counting-proxy.ts';
import type { Measure, Row, SectionOptions } from '#test/benchmark/section.ts';
import { type Client, type MeasuredService, startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { fillCalls, fillContacts, fillDeliveries } from './fill-lists.ts';

const SIZES = [1_000, 20_000, 100_000];
const QUICK_SIZES = [1_000, 20_000];
const GROWTH_MAX = 1.1;
const LIMIT = 50;

interface Account {
  slug: string;
  teamId: string;
  client: Client;
  marked(mark: string): Client;
}

interface Look {
  what: string;
  /** A count that has to look at every entry may grow with the list. */
  mayGrow?: true;
  ask(client: Client, account: Account): Promise<unknown>;
}

const secondOf =
  <Page extends { next_cursor: string | null }>(
    read: (client: Client, account: Account, page: { limit: number; cursor?: string }) => Promise<Page>,
  ) =>
  async (client: Client, account: Account): Promise<Page> => {
    const first = await read(account.client, account, { limit: LIMIT });
    return read(client, account, { limit: LIMIT, cursor: first.next_cursor ?? '' });
  };

const calls = (client: Client, { teamId }: Account, page: object, filter: object = {}) =>
  client.listCalls({ teamId, ...page, ...filter });
const deliveries = (client: Client, { slug }: Account, page: object, filter: object = {}) =>
  client.listWebhookDeliveries({ accountSlug: slug, ...page, ...filter });
const contacts =
  (filter: object) =>
  (client: Client, { teamId }: Account) =>
    client.listContacts({ teamId, limit: LIMIT, ...filter });

const LOOKS: Look[] = [
  { what: 'contacts: first page of 50', ask: contacts({}) },
  { what: 'contacts: page at offset 500', ask: contacts({ offset: 500 }) },
  { what: 'contacts: filter that a third pass', ask: contacts({ leadStatus: 'contacted' }) },
  { what: 'contacts: search for part of a name', mayGrow: true, ask: contacts({ search: 'rarely' }) },
  { what: 'calls: first page of 50', ask: (client, account) => calls(client, account, { limit: LIMIT }) },
  { what: 'calls: page by cursor', ask: secondOf(calls) },
  {
    what: 'calls: filter that a tenth pass',
    ask: (client, account) => calls(client, account, { limit: LIMIT }, { outcome: 'answered' }),
  },
  { what: 'deliveries: first page of 50', ask: (client, account) => deliveries(client, account, { limit: LIMIT }) },
  { what: 'deliveries: page by cursor', ask: secondOf(deliveries) },
  {
    what: 'deliveries: filter that a hundredth pass',
    ask: (client, account) => deliveries(client, account, { limit: LIMIT }, { status: 'dead_lettered' }),
  },
];

const templateOf = async ({ client, credentials }: MeasuredService): Promise<Contact> => {
  const { team_id: teamId } = credentials;
  const { company } = await client.createCompany({ teamId, name: 'Acme' });
  const given = { teamId, companyId: company.id, firstName: 'Ada', lastName: 'Lovelace' };
  return (await client.createContact(given)).contact as Contact;
};

const newAccount = async (table: TableWriter, service: MeasuredService, rows: number) => {
  const owner = { slug: `rows-${rows}`, name: 'Owner', email: 'owner@acme.example', plan: 'growth', now: new Date() };
  const made = await provisionAccount(table, { ...owner, plan: 'growth' });
  const { account_slug: slug, team_id: teamId, account_id: accountId, api_token: token } = made;
  const account: Account = {
    slug,
    teamId,
    client: service.clientOf(token),
    marked: (mark) => service.clientOf(token, mark),
  };
  return { account, owner: { accountId, teamId } };
};

type UnitsBySize = Map<number, number>;

const measureSize = async (service: MeasuredService, rows: number, template: Contact, options: SectionOptions) => {
  const { table } = service;
  if (!table) throw new Error('The lists are measured behind the counting proxy.');
  const { account, owner } = await newAccount(table, service, rows);
  const progress = (what: string) => (line: string) => options.progress(`${rows} ${what}: ${line}`);
  await fillContacts(table, owner, rows, template, progress('contacts'));
  await fillCalls(table, owner, rows, progress('calls'));
  await fillDeliveries(table, owner, rows, progress('deliveries'));
  await account.client.getAccount();
  const units = new Map<string, number>();
  for (const { what, ask } of LOOKS) {
    const mark = `${what} ${rows}`;
    await ask(account.marked(mark), account);
    units.set(what, totalOf(service.marked.get(mark) ?? new Map()).readUnits);
  }
  return units;
};

const rowsOf = ({ what, mayGrow }: Look, units: UnitsBySize): Row[] => {
  const [sizes, all] = [[...units.keys()], [...units.values()]];
  const [first = Number.NaN, last = Number.NaN] = [all[0], all.at(-1)];
  const listed = sizes.map((size) => `${units.get(size)?.toFixed(1)} at ${size.toLocaleString('en')}`).join(', ');
  const goal = mayGrow ? {} : { goal: { atMost: GROWTH_MAX } };
  return [{ what, measured: last / first, unit: `times the read units (${listed})`, ...goal }];
};

/** What a page of a list costs while the list grows. */
export const measureLists: Measure = async (options) => {
  const service = await startMeasuredService({ carrierSpeed: 1, proxy: {} });
  try {
    const template = await templateOf(service);
    const units = new Map(LOOKS.map(({ what }): [string, UnitsBySize] => [what, new Map()]));
    const sizes = (options.quick ? QUICK_SIZES : SIZES).filter((size) => size <= options.largest);
    for (const rows of sizes) {
      const measured = await measureSize(service, rows, template, options);
      for (const [what, n] of measured) units.get(what)?.set(rows, n);
    }
    return {
      name: 'lists',
      title: 'Lists that grow',
      how: 'Read units of one request of 50 rows, rows and token included. Calls and deliveries page by cursor; contacts by offset.',
      rows: LOOKS.flatMap((look) => rowsOf(look, units.get(look.what) ?? new Map())),
    };
  } finally {
    await service.stop();
  }
};
