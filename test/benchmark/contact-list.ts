import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { addContact, toContactRecord } from '#shared/store/contacts.ts';
import { counterOwners, keys } from '#shared/store/keys.ts';

import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { faultlessEnvironment, publishStacks, stack } from '#test/harness/stack/environment.ts';
import { startStack, stopStacks } from '#test/harness/stack/running-stack.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Times the contact list of a large team over HTTP: `node test/benchmark/contact-list.ts [--contacts 20000]`. */

/** Beside its contacts, a transaction moves the two counters. */
const CONTACTS_PER_TRANSACTION = 98;
const PARALLEL_TRANSACTIONS = 4;
const WARM_UP_REQUESTS = 2;
const TIMED_REQUESTS = 9;

const { values } = parseArgs({ options: { contacts: { type: 'string', default: '20000' } } });
const total = Number(values.contacts);

const contactAt = (place: number, template: Contact): Contact => {
  const at = new Date(Date.now() - (total - place) * 1000).toISOString();
  return {
    ...template,
    id: `cont_${randomUUID()}`,
    first_name: `First${place}`,
    last_name: place % 100 === 0 ? 'Rarely' : 'Often',
    email: `person${place}@acme.example`,
    phone: place % 5 === 0 ? null : `+1415${String(2_000_000 + place)}`,
    lead_status: place % 3 === 0 ? 'contacted' : 'new',
    do_not_call: place % 50 === 0,
    created_at: at,
    updated_at: at,
  };
};

const createContacts = async (account: TestAccount): Promise<void> => {
  const template = await account.given.contact();
  const owners = [counterOwners.contacts(account.teamId), counterOwners.companyContacts(template.company_id)];
  const write = (places: number[]): Promise<void> =>
    testTable().transact([
      ...places.flatMap((place) =>
        addContact(toContactRecord(withNumberings(contactAt(place, template), numberingOf), account.accountId)).slice(
          0,
          1,
        ),
      ),
      ...owners.map((owner) => ({ update: keys.counter(owner, 0), add: { n: places.length } })),
    ]);
  const places = Array.from({ length: total }, (_, place) => place);
  const batches = Array.from({ length: Math.ceil(total / CONTACTS_PER_TRANSACTION) }, (_, batch) =>
    places.slice(batch * CONTACTS_PER_TRANSACTION, (batch + 1) * CONTACTS_PER_TRANSACTION),
  );
  const writeNext = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) await write(batch);
  };
  await Promise.all(Array.from({ length: PARALLEL_TRANSACTIONS }, writeNext));
};

const request = async (account: TestAccount, parameters: Record<string, string>) => {
  const query = new URLSearchParams({ teamId: account.teamId, ...parameters });
  const url = `${stack().base_url}/api/crm/contacts?${query}`;
  const start = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${account.token}` } });
  const { count } = (await response.json()) as { count: number };
  return { milliseconds: performance.now() - start, count, status: response.status };
};

const time = async (account: TestAccount, what: string, parameters: Record<string, string>) => {
  for (let n = 0; n < WARM_UP_REQUESTS; n++) await request(account, parameters);
  const replies = [];
  for (let n = 0; n < TIMED_REQUESTS; n++) replies.push(await request(account, parameters));
  const times = replies.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const rounded = (value: number | undefined): number => Math.round((value ?? 0) * 10) / 10;
  const median = rounded(times[Math.floor(times.length / 2)]);
  return { request: what, count: replies[0]?.count, 'median ms': median, 'slowest ms': rounded(times.at(-1)) };
};

const REQUESTS: [string, Record<string, string>][] = [
  ['first page', {}],
  ['first page of 200', { limit: '200' }],
  ['page in the middle', { offset: String(Math.floor(total / 2)) }],
  ['last page', { offset: String(total - 50) }],
  ['search that finds many', { search: 'often' }],
  ['search that finds few', { search: 'rarely' }],
  ['search that finds one', { search: `person${Math.floor(total / 2)}@` }],
  ['search that finds none', { search: 'nobody at all' }],
  ['filter that most pass', { hasPhone: 'true' }],
  ['filter that few pass', { doNotCall: 'true' }],
  ['filters and search', { leadStatus: 'contacted', doNotCall: 'true', search: 'rarely' }],
];

try {
  publishStacks([await startStack(faultlessEnvironment())]);
  const account = await newAccount();
  const start = performance.now();
  await createContacts(account);
  console.log(`${total} contacts written in ${Math.round((performance.now() - start) / 100) / 10} s.`);
  const rows = [];
  for (const [what, parameters] of REQUESTS) rows.push(await time(account, what, parameters));
  console.table(rows);
} finally {
  await stopStacks();
}
