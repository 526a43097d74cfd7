import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { readSlots } from '#shared/store/slots.ts';
import { newAccount, type TestAccount } from '#test/harness/account.ts';
import {
  becomes,
  callsOf,
  campaignPath,
  closedWindow,
  comesToRest,
  expectCountersRecounted,
  getCampaign,
  give,
} from '#test/harness/campaign-states.ts';
import {
  COMPLETION_DEADLINE_MS,
  dialsTo,
  ENGINE_TEST_TIMEOUT_MS,
  expectNoDoubleDial,
} from '#test/harness/campaign-trial.ts';
import { mostLiveAtOnce, spansOf } from '#test/harness/carrier-calls.ts';
import type { CarrierCommand } from '#test/harness/carrier-log.ts';
import { eventually } from '#test/harness/eventually.ts';
import { remove } from '#test/harness/newer-replies.ts';
import { CALLEE, calleePhone } from '#test/harness/phones.ts';
import { testTable } from '#test/harness/table.ts';

/** Between a change of limits and a dial that had looked at them before. */
const DIAL_UNDER_WAY_MS = 500;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const patch = async (id: string, body: unknown): Promise<number> => {
  const { status } = await account.api.patch(campaignPath(id), body);
  expect(status).toBe(200);
  return Date.now();
};

const dialsOf = (contacts: Contact[]): CarrierCommand[] => contacts.flatMap(dialsTo);
const dialsAfter = (contacts: Contact[], instant: number): CarrierCommand[] =>
  dialsOf(contacts).filter(({ at }) => Date.parse(at) > instant);

/** A campaign over contacts that answer, of which so many are being called. */
const campaignUnderWay = async (count: number, live: number) => {
  const contacts = await account.given.contacts(count);
  const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: live });
  await give(account, campaign.id, 'run');
  return { contacts, campaign };
};

const isDialed = (contacts: Contact[], atLeast: number): Promise<void> =>
  eventually(() => expect(dialsOf(contacts).length).toBeGreaterThanOrEqual(atLeast));

describe('a pause', () => {
  test(
    'keeps every dial back once it is acknowledged, whether it comes early or late; resumed, everybody is called once',
    async () => {
      const trials = await Promise.all([1, 2, 3].map(() => campaignUnderWay(3, 2)));
      const pausedAt = await Promise.all(
        trials.map(async ({ campaign, contacts }, dials) => {
          await isDialed(contacts, dials);
          expect((await give(account, campaign.id, 'pause')).status).toBe(200);
          return Date.now();
        }),
      );
      for (const [at, { campaign, contacts }] of trials.entries()) {
        await comesToRest(campaign);
        expect(dialsAfter(contacts, pausedAt[at] as number)).toEqual([]);
        const dialed = dialsOf(contacts).length;
        await eventually(async () =>
          expect(await getCampaign(account, campaign.id)).toMatchObject({
            status: 'paused',
            contacts_called: dialed,
            contacts_completed: dialed,
          }),
        );
        await expectCountersRecounted(account, campaign.id);
      }
      await Promise.all(trials.map(({ campaign }) => give(account, campaign.id, 'resume')));
      for (const { campaign, contacts } of trials) {
        expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 3 });
        expectNoDoubleDial(contacts);
        expect(dialsOf(contacts)).toHaveLength(3);
      }
    },
    ENGINE_TEST_TIMEOUT_MS,
  );

  test('waits for a dial whose reply is lost, and takes that call over', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.losesTheDialReply) });
    const campaign = await account.given.campaignWith([contact]);
    await give(account, campaign.id, 'run');
    expect((await give(account, campaign.id, 'pause')).status).toBe(200);
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter([contact], acknowledged)).toEqual([]);
    await give(account, campaign.id, 'resume');
    expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 1 });
    expect(dialsTo(contact)).toHaveLength(1);
  });
});

describe('a cancel', () => {
  test(
    'leaves who waited cancelled, lets live calls end as usual, and the counters are right',
    async () => {
      const { campaign, contacts } = await campaignUnderWay(6, 2);
      await isDialed(contacts, 2);
      expect((await give(account, campaign.id, 'cancel')).status).toBe(200);
      const acknowledged = Date.now();
      await comesToRest(campaign);
      expect(dialsAfter(contacts, acknowledged)).toEqual([]);
      const dialed = contacts.filter((contact) => dialsTo(contact).length > 0);
      const enrolled = await expectCountersRecounted(account, campaign.id);
      for (const { contact_id, status, last_outcome } of enrolled) {
        const wasDialed = dialed.some(({ id }) => id === contact_id);
        expect([status, last_outcome]).toEqual(wasDialed ? ['completed', 'answered'] : ['cancelled', null]);
      }
      expect((await callsOf(account, campaign.id)).map(({ status }) => status)).toEqual(dialed.map(() => 'ended'));
    },
    ENGINE_TEST_TIMEOUT_MS,
  );

  test('makes no retry out of a call that ends unanswered', async () => {
    const contact = await account.given.contact({ phone: calleePhone(CALLEE.doesNotAnswer) });
    const campaign = await account.given.campaignWith([contact], { retryDelayMinutes: 0 });
    await give(account, campaign.id, 'run');
    await isDialed([contact], 1);
    expect((await give(account, campaign.id, 'cancel')).status).toBe(200);
    await comesToRest(campaign);
    const [enrolled] = await expectCountersRecounted(account, campaign.id);
    expect(enrolled).toMatchObject({ status: 'cancelled', attempts: 1, last_outcome: 'no_answer' });
    expect(dialsTo(contact)).toHaveLength(1);
  });
});

describe('a deletion', () => {
  test('of a paused campaign keeps its counters right while its live calls end', async () => {
    const { campaign, contacts } = await campaignUnderWay(3, 1);
    await isDialed(contacts, 1);
    await give(account, campaign.id, 'pause');
    expect((await remove(account, campaignPath(campaign.id))).status).toBe(200);
    const acknowledged = Date.now();
    await comesToRest(campaign);
    expect(dialsAfter(contacts, acknowledged)).toEqual([]);
    await expectCountersRecounted(account, campaign.id);
    expect(await getCampaign(account, campaign.id)).toMatchObject({ contacts_called: 1, contacts_answered: 1 });
  });
});

describe('a change of the limit while it runs', () => {
  test(
    'down: nothing starts until live calls are below it; everybody is still called',
    async () => {
      const { campaign, contacts } = await campaignUnderWay(6, 4);
      await isDialed(contacts, 4);
      const lowered = await patch(campaign.id, { maxConcurrentCalls: 1 });
      await becomes(account, campaign.id, 'completed');
      const spans = await spansOf(dialsOf(contacts));
      const late = spans.filter(({ start }) => start > lowered + DIAL_UNDER_WAY_MS);
      expect(late.length).toBeGreaterThan(0);
      for (const { start } of late) {
        expect(spans.filter((span) => span.start <= start && start < span.end)).toHaveLength(1);
      }
      expectNoDoubleDial(contacts);
    },
    ENGINE_TEST_TIMEOUT_MS,
  );

  test(
    'down: it holds for calls too that were claimed, but not dialled yet',
    async () => {
      // More than the account's dials per second, so that many wait for their dial when the change comes.
      const CLAIMED = 40;
      const rows = Array.from({ length: CLAIMED }, () => ({
        firstName: 'Ada',
        lastName: 'Lovelace',
        phone: calleePhone(),
      }));
      const companyId = (await account.given.company()).id;
      const bulk = { teamId: account.teamId, companyId, contacts: rows };
      const { results } = (await account.api.post('/api/crm/contacts/bulk', bulk)).body;
      const contacts = results.flatMap(({ contact }) => (contact ? [contact] : []));
      const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: CLAIMED });
      expect((await give(account, campaign.id, 'run')).body.started).toBe(CLAIMED);
      const lowered = await patch(campaign.id, { maxConcurrentCalls: 1 });
      await eventually(
        async () => expect((await readSlots(testTable(), campaign.id)).length).toBeLessThanOrEqual(1),
        COMPLETION_DEADLINE_MS,
      );
      await give(account, campaign.id, 'pause');
      await comesToRest(campaign);
      const spans = await spansOf(dialsOf(contacts));
      const late = spans.filter(({ start }) => start > lowered + DIAL_UNDER_WAY_MS);
      expect(mostLiveAtOnce(late)).toBeLessThanOrEqual(1);
      await expectCountersRecounted(account, campaign.id);
    },
    ENGINE_TEST_TIMEOUT_MS,
  );

  test('up: more calls start at once', async () => {
    const { campaign, contacts } = await campaignUnderWay(5, 1);
    await isDialed(contacts, 1);
    await patch(campaign.id, { maxConcurrentCalls: 4 });
    await becomes(account, campaign.id, 'completed');
    expect(mostLiveAtOnce(await spansOf(dialsOf(contacts)))).toBeGreaterThan(1);
  });
});

describe('a change of the window while it runs', () => {
  test(
    'closed: nobody is dialled any more; opened: everybody is, by itself',
    async () => {
      const { campaign, contacts } = await campaignUnderWay(3, 1);
      await isDialed(contacts, 1);
      const closed = await patch(campaign.id, closedWindow());
      await comesToRest(campaign);
      expect(dialsAfter(contacts, closed + DIAL_UNDER_WAY_MS)).toEqual([]);
      const dialed = dialsOf(contacts).length;
      expect(dialed).toBeLessThan(3);
      expect((await getCampaign(account, campaign.id)).status).toBe('running');
      await expectCountersRecounted(account, campaign.id);
      await patch(campaign.id, { callWindowStart: null, callWindowEnd: null });
      expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 3 });
      expectNoDoubleDial(contacts);
    },
    ENGINE_TEST_TIMEOUT_MS,
  );

  test('a campaign that waits for its window starts when the window is taken away', async () => {
    const contacts = await account.given.contacts(1);
    const campaign = (await account.given.campaignWith(contacts, closedWindow())) as Campaign;
    expect((await give(account, campaign.id, 'run')).body.started).toBe(0);
    await patch(campaign.id, { callWindowStart: null, callWindowEnd: null });
    expect(await becomes(account, campaign.id, 'completed')).toMatchObject({ contacts_answered: 1 });
  });
});
