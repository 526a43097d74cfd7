import { derivedId } from '#shared/domain/ids.ts';
import { chunked } from '#shared/domain/lists.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { changeControl, loadControl, moveCounts } from '#shared/store/campaign/campaigns.ts';
import { getEnrolments, newEnrolment, putEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { MAX_TRANSACTION_OPERATIONS, type TableWriter, type WriteOperation } from '#shared/store/table/table.ts';
import { commandChanges, wakeCampaign } from './give-command.ts';

/** Beside its contacts, a transaction moves the campaign's control, its counters and the Idempotency-Key record. */
const CONTACTS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 3;

interface AddPorts {
  table: TableWriter;
  campaignQueue: QueueSender<CampaignMessage>;
  newId(prefix: 'enr'): string;
  now: Date;
}

/** The contact is part of the id: a request repeated after a crash adds fewer contacts than the first one. */
const enrolmentId = ({ newId }: AddPorts, contactId: string): string => derivedId('enr', contactId, newId('enr'));

/** What adds those of these contacts that are not in the campaign yet; nothing when all of them are. */
const operationsFor = async (
  ports: AddPorts,
  campaignId: string,
  contactIds: string[],
  firstPlace: number,
): Promise<WriteOperation[]> => {
  const { table, now } = ports;
  const pairs = contactIds.map((contactId) => ({ campaignId, contactId }));
  const [control, enrolled] = await Promise.all([loadControl(table, campaignId), getEnrolments(table, pairs)]);
  const changes = commandChanges(control, { type: 'add_contacts' }, now);
  const missing = contactIds.filter((_, at) => enrolled[at] === undefined);
  if (missing.length === 0) return [];
  return [
    changeControl(control, changes).operation,
    ...moveCounts(campaignId, { pending: missing.length }),
    ...missing.map((contactId, at) =>
      putEnrolment(newEnrolment(campaignId, contactId, enrolmentId(ports, contactId), now), firstPlace + at),
    ),
  ];
};

/**
 * Adds contacts to a campaign, a transaction for some of them at a time; who is in it already counts once. The last
 * transaction is left to `commit`. @throws Refusal 404 or 409 where the campaign takes no contacts.
 */
export const addContacts = async (
  ports: AddPorts,
  campaignId: string,
  contactIds: string[],
  commit: (operations: WriteOperation[]) => Promise<unknown>,
): Promise<void> => {
  const chunks = chunked([...new Set(contactIds)], CONTACTS_PER_TRANSACTION);
  for (const [at, some] of chunks.entries()) {
    const write =
      at === chunks.length - 1 ? commit : (operations: WriteOperation[]) => ports.table.transact(operations);
    await retryingLostRaces(async () => {
      const operations = await operationsFor(ports, campaignId, some, at * CONTACTS_PER_TRANSACTION);
      if (operations.length > 0) await write(operations);
    });
  }
  await wakeCampaign(ports, campaignId);
};
