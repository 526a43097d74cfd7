import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallOptions, OutputOf } from '#shared/client/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let companyId: string;
beforeAll(async () => {
  account = await newAccount();
  companyId = (await account.given.company()).id;
});

type Result = OutputOf<'bulkCreateContacts'>['results'][number];

const person = (phone?: unknown, fields = {}) => ({ firstName: 'Ada', lastName: 'Lovelace', phone, ...fields });

const send = (contacts: object[], fields: object = { skipDuplicates: true }, options?: CallOptions) =>
  account.api.bulkCreateContacts({ teamId: account.teamId, companyId, contacts, ...fields } as never, options);

/** Of each row the id of the contact that it created, or what it says of a duplicate, or its error. */
const toldBy = ({ results }: { results: Result[] }): unknown[] =>
  results.map(({ contact, error, duplicate_of }) => contact?.id ?? (error === 'duplicate' ? { duplicate_of } : error));

const countOf = async (phone: string): Promise<number> =>
  (await account.api.listContacts({ teamId: account.teamId, phone })).count;

describe('skipDuplicates', () => {
  test('leaves out who the team has by this number, primary or secondary', async () => {
    const [primary, secondary, fresh] = [calleePhone(), calleePhone(), calleePhone()];
    const one = await account.given.contact({ phone: primary });
    const two = await account.given.contact({ phone: calleePhone(), phoneSecondary: secondary });
    const body = await send([person(primary), person(fresh), person(secondary), person(undefined), person(null)]);
    expect([body.created, body.failed]).toEqual([3, 2]);
    const [first, , third] = body.results;
    expect([first?.duplicate_of, third?.duplicate_of]).toEqual([one.id, two.id]);
    const issues = [{ path: 'phone', message: `the contact "${one.id}" has this number` }];
    expect(first).toEqual({
      index: 0,
      success: false,
      contact: null,
      error: 'duplicate',
      duplicate_of: one.id,
      issues,
    });
    expect(body.results.map(({ success }) => success)).toEqual([false, true, false, true, true]);
    for (const { success, duplicate_of } of body.results) if (success) expect(duplicate_of).toBeNull();
    expect([await countOf(primary), await countOf(secondary), await countOf(fresh)]).toEqual([1, 1, 1]);
  });

  test('leaves out who an earlier row of the request has, and names the contact which that created', async () => {
    const [phone, office] = [calleePhone(), calleePhone()];
    const body = await send([
      person(phone, { phoneSecondary: office }),
      person(phone),
      person(office),
      person(calleePhone(), { phoneSecondary: office }),
    ]);
    const id = body.results[0]?.contact?.id;
    expect(toldBy(body)).toEqual([id, { duplicate_of: id }, { duplicate_of: id }, body.results[3]?.contact?.id]);
    expect([body.created, await countOf(phone), await countOf(office)]).toEqual([2, 1, 2]);
  });

  test('names nobody where the earlier row was not created', async () => {
    const [wrong, unknown] = [calleePhone(), calleePhone()];
    const body = await send([
      { lastName: 'Nameless', phone: wrong },
      person(wrong),
      person(unknown, { companyId: 'comp_unknown' }),
      person(unknown),
    ]);
    expect([toldBy(body)[1], toldBy(body)[3]]).toEqual([{ duplicate_of: null }, { duplicate_of: null }]);
    expect(body.results[0]?.issues.map(({ path }) => path)).toEqual(['firstName']);
    expect([body.created, await countOf(wrong), await countOf(unknown)]).toEqual([0, 0, 0]);
  });

  test('names the contact that the earlier row is a duplicate of', async () => {
    const { id, phone } = await account.given.contact();
    expect(toldBy(await send([person(phone), person(phone)]))).toEqual([{ duplicate_of: id }, { duplicate_of: id }]);
  });

  test('creates who was deleted, and who has given the number up', async () => {
    const [deleted, moved, still] = [calleePhone(), calleePhone(), calleePhone()];
    const gone = await account.given.contact({ phone: deleted });
    const elsewhere = await account.given.contact({ phone: moved });
    const stays = await account.given.contact({ phone: still });
    const left = await account.given.contact({ phone: still });
    await account.api.deleteContact({ id: gone.id });
    await account.api.updateContact({ id: elsewhere.id, phone: calleePhone() });
    await account.api.deleteContact({ id: left.id });
    const body = await send([person(deleted), person(moved), person(still)]);
    expect(body.results.map(({ success }) => success)).toEqual([true, true, false]);
    expect(body.results[2]?.duplicate_of).toBe(stays.id);
  });

  test('does not look at other teams', async () => {
    const { phone } = await (await newAccount()).given.contact();
    expect((await send([person(phone)])).created).toBe(1);
  });

  test.each([false, undefined])('%p creates whatever comes', async (skipDuplicates) => {
    const phone = calleePhone();
    const body = await send([person(phone), person(phone), person(phone)], { skipDuplicates });
    expect([body.created, await countOf(phone)]).toEqual([3, 3]);
    expect(body.results.every(({ duplicate_of }) => duplicate_of === null)).toBe(true);
  });

  test.each(['true', 1, null])('%p is refused', async (skipDuplicates) => {
    expect(await wrongFieldsOf(send([person()], { skipDuplicates }))).toEqual(['skipDuplicates']);
  });

  test('again, 500 rows are 500 duplicates of what the first import created', async () => {
    const contacts = Array.from({ length: 500 }, () => person(calleePhone()));
    const first = await send(contacts);
    const again = await send(contacts);
    expect([first.created, again.created, again.failed]).toEqual([500, 0, 500]);
    expect(again.results.map(({ duplicate_of }) => duplicate_of)).toEqual(toldBy(first));
  });

  test('of several imports at once, each number gets one contact, and all others name it', async () => {
    const phones = Array.from({ length: 60 }, () => calleePhone());
    const contacts = phones.map((phone) => person(phone));
    const orders = [contacts, contacts.toReversed(), contacts, contacts.toReversed()];
    const bodies = await Promise.all(orders.map((rows) => send(rows)));
    expect(bodies.reduce((sum, { created }) => sum + created, 0)).toBe(phones.length);
    const told = bodies.map((body, at) => (at % 2 === 0 ? toldBy(body) : toldBy(body).toReversed()));
    const one = await Promise.all(
      phones.map(async (phone) => {
        const { contacts: found, count } = await account.api.listContacts({ teamId: account.teamId, phone });
        expect(count).toBe(1);
        return found[0]?.id;
      }),
    );
    for (const row of told) {
      expect(row.map((each) => (each as { duplicate_of?: string }).duplicate_of ?? each)).toEqual(one);
    }
  });

  test('under its Idempotency-Key answers what it answered first', async () => {
    const key = { idempotencyKey: randomUUID() };
    const contacts = [person(calleePhone()), person(calleePhone())];
    const first = await send(contacts, { skipDuplicates: true }, key);
    expect(await send(contacts, { skipDuplicates: true }, key)).toEqual(first);
    expect(first.created).toBe(2);
  });
});

test('500 rows that share a second number are created, whoever imports at the same time', async () => {
  const office = calleePhone();
  const rows = (count: number) =>
    Array.from({ length: count }, () => person(calleePhone(), { phoneSecondary: office }));
  const bodies = await Promise.all([send(rows(500)), send(rows(100)), send(rows(100), {})]);
  expect(bodies.map(({ created }) => created)).toEqual([500, 100, 100]);
  expect(await countOf(office)).toBe(700);
});
