import type { SkipReason } from '#shared/domain/campaign/eligibility.ts';
import { chunked } from '#shared/domain/lists.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { findContactsByPhones } from '#shared/store/contact/contacts.ts';
import { ENROLMENTS_PER_TRANSACTION, skipEverywhere } from './skip-contacts.ts';

/** Numbers, and contacts, that are looked at side by side: in one campaign they are skipped together. */
const AT_ONCE = ENROLMENTS_PER_TRANSACTION;
/** Contacts and their places in campaigns at which one request looks, give or take those looked at at once. */
const LOOKED_AT_MAX = 5_000;
/** Time after which it begins with no further ones, so that a request of many numbers is answered in time. */
const SKIPPING_MAX_MS = 8_000;

interface Closed {
  teamId: string;
  phones: string[];
  /** The contact through which they were closed. */
  contactId: string | null;
  /** Numbers that it had until just now: they stay open to others, but a dial to it may be under way. */
  formerPhones?: string[];
}

/**
 * Skips this contact, and whoever else would be dialled at these numbers, in every campaign where they wait. Returns
 * those campaigns. Whom it leaves of very many is skipped once it is due, since no dial to a closed number begins.
 */
export const skipClosed = async (
  { table, clock }: Needs<'table' | 'clock'>,
  { teamId, contactId, ...closed }: Closed,
): Promise<string[]> => {
  const now = clock();
  const phones = new Set(closed.phones);
  const campaignIds = new Set<string>();
  let left = LOOKED_AT_MAX;
  const isSpent = () => left <= 0 || clock().getTime() - now.getTime() >= SKIPPING_MAX_MS;
  const skip = async (ids: string[]): Promise<void> => {
    for (const some of chunked(ids, AT_ONCE)) {
      if (isSpent()) return;
      const { campaignIds: theirs, looked } = await skipEverywhere(table, some, 'do_not_call', now);
      for (const id of theirs) campaignIds.add(id);
      left -= looked;
    }
  };
  await skip(contactId ? [contactId] : []);
  for (const some of chunked([...phones], AT_ONCE)) {
    if (isSpent()) break;
    const found = await findContactsByPhones(table, teamId, some);
    const dialled = found.filter(({ id, phone }) => id !== contactId && phone !== null && phones.has(phone));
    await skip(dialled.map(({ id }) => id));
  }
  return [...campaignIds];
};

/** Lets campaigns notice that somebody on their lists was skipped. */
export const tellCampaigns = ({ campaignQueue }: Needs<'campaignQueue'>, campaignIds: string[]): Promise<void> =>
  campaignQueue.send(campaignIds.map((campaign_id) => ({ campaign_id, reason: 'change' as const })));

export type ExcludePorts = QuietPorts & Needs<'table' | 'campaignQueue'>;

/**
 * Enforces a do-not-call mark that is already stored: returns once no dial to these numbers is in flight, and this
 * contact and whoever else has them waits in no campaign. After a crash halfway, the last check before each dial
 * enforces the rest.
 */
export const closeNumbers = async (ports: ExcludePorts, closed: Closed): Promise<void> => {
  const { teamId, phones, formerPhones = [] } = closed;
  const [campaignIds] = await Promise.all([
    skipClosed(ports, closed),
    awaitCalleesQuiet(ports, teamId, [...new Set([...phones, ...formerPhones])]),
  ]);
  await tellCampaigns(ports, campaignIds);
};

/** The same of a contact that is gone; others with its numbers stay. */
export const excludeDeleted = async (
  ports: ExcludePorts,
  { id, team_id: teamId }: Pick<Contact, 'id' | 'team_id'>,
  phones: string[],
): Promise<void> => {
  const reason: SkipReason = 'contact_gone';
  const [{ campaignIds }] = await Promise.all([
    skipEverywhere(ports.table, [id], reason, ports.clock()),
    awaitCalleesQuiet(ports, teamId, phones),
  ]);
  await tellCampaigns(ports, campaignIds);
};
