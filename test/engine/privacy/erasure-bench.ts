import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach } from '@jest/globals';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { erasePerson } from '#shared/engine/privacy/erase-person.ts';
import { requestErasure } from '#shared/engine/privacy/request-erasure.ts';
import type { CarrierCallIds } from '#shared/ports/telephony.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { getContact } from '#shared/store/contact/contacts.ts';
import { hashWith } from '#shared/store/line/hashed-lines.ts';
import { type ErasureRecord, getErasure } from '#shared/store/privacy/erasures.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { receiverFor } from '#test/harness/given/webhooks.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';

/** After the last look is due. */
export const LAST_LOOK_MS = 21 * MINUTE_MS;

type Ports = Parameters<typeof erasePerson>[0] & Parameters<typeof requestErasure>[0];

/** Gives each test of a suite a person who was called, and everything by which an erasure is carried out. */
export class ErasureBench {
  declare account: TestAccount;
  declare bench: LiveCall;
  declare contactId: string;
  declare ports: Ports;
  /** What the bucket and the carrier were asked to delete. */
  removed: string[] = [];
  deletedAtCarrier: CarrierCallIds[] = [];
  sent: { erasure_id: string }[] = [];
  /** How far the erasure's clock is ahead. */
  laterMs = 0;
  /** What nobody may find any more. */
  values: string[] = [];
  #assistantId = '';

  async begin(): Promise<void> {
    this.account = await newAccount();
    await receiverFor(this.account);
    this.#assistantId = (await this.account.given.assistant({ templateId: 'outbound-setter' })).id;
  }

  async renew(): Promise<void> {
    const unique = () => `v${randomUUID().slice(0, 13)}`;
    const [firstName, notes, said] = [unique(), unique(), unique()];
    const phone = calleePhone(CALLEE.doesNotAnswer);
    const given = { firstName, notes, phone, customFields: { secret: unique() } };
    const contact = await this.account.given.contact(given);
    this.contactId = contact.id;
    const parties = { contact_id: contact.id, to_number: phone };
    this.bench = await newLiveCall(this.account, { assistant_id: this.#assistantId, ...parties });
    await this.bench.deliver(ANSWERED, heard(`My secret is ${said}.`), HUNG_UP);
    await this.bench.end();
    this.values = [firstName, notes, said, phone, phone.slice(1), String(contact.custom_fields.secret)];
    [this.removed, this.deletedAtCarrier, this.sent] = [[], [], []];
    this.laterMs = 0;
    this.ports = this.#newPorts();
  }

  #newPorts(): Ports {
    return {
      table: testTable(),
      clock: () => new Date(Date.now() + this.laterMs),
      sleep: async () => undefined,
      newId: (prefix) => `${prefix}_${randomUUID()}`,
      hashLine: async (partition) => hashWith(keptNumberHash(stack().state_dir))(partition),
      campaignQueue: { send: async () => undefined },
      erasureQueue: { send: async (messages) => void this.sent.push(...messages) },
      erasureLog: { note: async () => undefined },
      recordingRemover: { remove: async (key) => void this.removed.push(key) },
      exportRemover: { remove: async (key) => void this.removed.push(key) },
      telephony: {
        ...this.bench.ports.telephony,
        deleteRecordings: async (ids) => void this.deletedAtCarrier.push(ids),
        deleteCall: async (ids) => void this.deletedAtCarrier.push(ids),
      },
    };
  }

  /** A call to us, of no contact, a minute from now. */
  newInboundRecord(from_number: string): CallRecord {
    const later = new Date(Date.now() + MINUTE_MS).toISOString();
    return {
      ...this.bench.call,
      id: `call_${randomUUID()}`,
      direction: 'inbound',
      contact_id: null,
      status: 'ended',
      from_number,
      to_number: '+14155550100',
      created_at: later,
      queued_at: later,
    };
  }

  /** Asks for the person's erasure; answers its id. */
  async request(): Promise<string> {
    const contact = await getContact(testTable(), this.contactId);
    if (!contact) throw new Error('The contact is gone.');
    const actor = { type: 'api_key', id: 'key_1', name: 'Test' };
    const caller = { accountId: this.account.accountId, actor } as never;
    const erasure = await requestErasure<ErasureRecord>(
      this.ports,
      caller,
      contact,
      (begun) => begun,
      async (operations, answer) => {
        await this.ports.table.transact(operations);
        return answer;
      },
    );
    return erasure.id;
  }

  async statusOf(id: string) {
    return (await getErasure(testTable(), id))?.status;
  }

  /** Values that stand in the table still. */
  async found(): Promise<string[]> {
    const contents = (await tableContents()).join('\n');
    return this.values.filter((value) => contents.includes(value));
  }
}

/** The bench of a suite. */
export const erasureBench = (): ErasureBench => {
  const erasing = new ErasureBench();
  beforeAll(() => erasing.begin());
  beforeEach(() => erasing.renew());
  return erasing;
};
