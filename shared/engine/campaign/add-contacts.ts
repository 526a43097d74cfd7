import { derivedId } from '#shared/domain/ids.ts';
import { chunked } from '#shared/domain/lists.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeControl, checkStatus, loadControl } from '#shared/store/campaign/campaigns.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { getEnrolments, newEnrolment, putEnrolment } from '#shared/store/campaign/enrolments.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { OPERATIONS_FOR_CONTACTS } from './campaign-counts.ts';
import { commandChanges, wakeCampaign } from './give-command.ts';

/** Leaves room for the Idempotency-Key record. */
const CONTACTS_PER_TRANSACTION = OPERATIONS_FOR_CONTACTS - 1;

type AddPorts = Needs<'table' | 'campaignQueue' | 'newId' | 'now'>;

/** Includes the contact, because a request repeated after a crash adds fewer contacts and draws fewer ids. */
const enrolmentId = ({ newId }: AddPorts, contactId: string): string => derivedId('enr', contactId, newId('enr'));

/** Adds those contacts that are not in the campaign yet; empty when all of them are. */
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
    'status' in changes ? changeControl(control, changes).operation : checkStatus(control),
    ...moveCounts(campaignId, { pending: missing.length }),
    ...missing.map((contactId, at) =>
      putEnrolment(newEnrolment(campaignId, contactId, enrolmentId(ports, contactId), now), firstPlace + at),
    ),
  ];
};

/**
 * Adds contacts to a campaign in several transactions; those already in it are left alone. Many requests may add at
 * once: only the first of them changes a status. `commit` writes the last transaction. @throws Refusal 404 or 409 when
 * the campaign takes no contacts.
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
    await retryingLostRaces(ports.table, async () => {
      const operations = await operationsFor(ports, campaignId, some, at * CONTACTS_PER_TRANSACTION);
      if (operations.length > 0) await write(operations);
    });
  }
  await wakeCampaign(ports, campaignId);
};
