import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changeDialing } from '#shared/engine/account/dialing.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { getContact } from '#shared/store/contact/contacts.ts';
import { newDialBench } from '#test/engine/call/dial-bench.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { expectCountersRecounted } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

const BRITISH = '+447400120002';
const PREMIUM_RATE = '+19005550002';
const SATELLITE = '+881612340002';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  [account, telnyx] = await Promise.all([newAccount(), startFakeTelnyx({ speed: 1 })]);
});
afterAll(() => telnyx.stop());

const allow = (allowedCountries: string[] | null, { api, slug }: TestAccount = account) =>
  api.updateDialingSettings({ accountSlug: slug, allowedCountries });

const NOT_ALLOWED = { status: 'skipped', skip_reason: 'destination_not_allowed' };

describe('a number is judged when it is written', () => {
  const numberingOf = async (id: string) => {
    const record = await getContact(testTable(), id);
    return [record?.phone_country, record?.phone_kind, record?.phone_secondary_country, record?.phone_secondary_kind];
  };

  test('by create, change and bulk', async () => {
    const { api, teamId } = account;
    const contact = await account.given.contact({ phone: BRITISH, phoneSecondary: '+18005550100' });
    expect(await numberingOf(contact.id)).toEqual(['GB', 'ordinary', 'US', 'toll_free']);
    await api.updateContact({ id: contact.id, phone: PREMIUM_RATE });
    expect(await numberingOf(contact.id)).toEqual(['US', 'premium_rate', 'US', 'toll_free']);
    await api.updateContact({ id: contact.id, notes: 'Called twice.', phoneSecondary: null });
    expect(await numberingOf(contact.id)).toEqual(['US', 'premium_rate', null, null]);
    const row = { firstName: 'Ada', lastName: 'Byron', phone: SATELLITE };
    const { results } = await api.bulkCreateContacts({ teamId, companyId: contact.company_id, contacts: [row] });
    expect(await numberingOf(results[0]?.contact?.id ?? '')).toEqual([null, 'international_network', null, null]);
  });
});

describe('a contact whose number may not be called', () => {
  test('is named by a dry run and a run, skipped and never dialled; the others are', async () => {
    const { api, given } = account;
    await allow(null);
    const contacts = await Promise.all([calleePhone(), BRITISH, PREMIUM_RATE].map((phone) => given.contact({ phone })));
    const [ordinary, british, premium] = contacts as [Contact, Contact, Contact];
    const { id } = await given.campaignWith(contacts);
    const errors = [
      `Contact ${british.id} (Ada Lovelace) was skipped: calls to GB are not allowed: allowed_countries is null, so ` +
        'the account\'s own active numbers allow CA, US; a key with the role "full" may change that with PATCH ' +
        '/api/settings/dialing.',
      `Contact ${premium.id} (Ada Lovelace) was skipped: premium-rate numbers are never called, and no setting ` +
        'changes that.',
    ];
    const forecast = await api.runCampaign({ id, dryRun: true });
    expect([forecast.started, forecast.errors.toSorted()]).toEqual([1, errors.toSorted()]);
    const run = await api.runCampaign({ id });
    expect([run.started, run.failed, run.errors.toSorted()]).toEqual([1, 2, errors.toSorted()]);
    await campaignBecomes(account, id, 'completed');
    const rows = await expectCountersRecounted(account, id);
    const of = ({ id: contactId }: Contact) => rows.find(({ contact_id }) => contact_id === contactId);
    expect(of(british)).toMatchObject({ ...NOT_ALLOWED, attempts: 0 });
    expect(of(premium)).toMatchObject({ ...NOT_ALLOWED, attempts: 0 });
    expect([ordinary, british, premium].map((contact) => dialsTo(contact).length)).toEqual([1, 0, 0]);
  });

  test('is taken up by a redial once the number is allowed; who must not be called stays skipped', async () => {
    const { api, given } = account;
    await allow(['US']);
    const phones = [BRITISH, '+447400130002', PREMIUM_RATE, null];
    const contacts = await Promise.all(phones.map((phone) => given.contact({ phone })));
    const [british, unwanted] = contacts as [Contact, Contact];
    const { id } = await given.campaignWith(contacts);
    await api.runCampaign({ id });
    await campaignBecomes(account, id, 'completed');
    expect((await api.redialCampaign({ id })).redialed).toBe(0);

    await allow(['GB']);
    await api.updateContact({ id: unwanted.id, doNotCall: true });
    const body = await api.redialCampaign({ id });
    expect([body.redialed, body.campaign.status]).toEqual([1, 'paused']);
    expect(body.campaign.contact_status_counts).toMatchObject({ pending: 1, skipped: 3 });
    await api.runCampaign({ id });
    await campaignBecomes(account, id, 'completed');
    expect(dialsTo(british)).toHaveLength(1);
    expect(dialsTo(unwanted)).toEqual([]);
    await expectCountersRecounted(account, id);
  });
});

describe('between a claim and its dial', () => {
  test('a change of the settings forbids the dial, and the contact is skipped', async () => {
    await allow(['GB']);
    const contact = await account.given.contact({ phone: '+447400140002' });
    const bench = newDialBench(telnyx, await account.given.campaignWith([contact]));
    await bench.run();
    const [claim] = bench.claims;
    if (!claim) throw new Error('Nobody was claimed.');
    await changeDialing(bench.ports, callerOf(account.accountId), { allowedCountries: ['US'] });
    await bench.dial(claim);
    expect(await bench.callOf(claim)).toMatchObject({
      status: 'not_dialed',
      not_dialed_reason: 'destination_not_allowed',
    });
    await bench.settle(claim);
    expect(await bench.enrolmentOf(contact)).toMatchObject({ ...NOT_ALLOWED, attempts: 0 });
  });
});
