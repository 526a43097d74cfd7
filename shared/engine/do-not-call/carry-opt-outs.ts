import { chunked } from '#shared/domain/lists.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { readMarked } from '#shared/store/contact/contact-lists.ts';
import type { ContactRecord } from '#shared/store/contact/contacts.ts';
import { readListed } from '#shared/store/line/suppressions.ts';
import { Contended, type TableReader } from '#shared/store/table/table.ts';
import { type EnteredBy, enterNumbers } from './enter-numbers.ts';
import { markContact } from './mark-contact.ts';

/** Contacts that are read together; each may be large. */
const READ_TOGETHER = 100;

type CarryPorts = Needs<'table' | 'clock'>;

const carryNumbers = async (
  { table, clock }: CarryPorts,
  from: TableReader,
  by: EnteredBy,
  teamId: string,
): Promise<number> => {
  let carried = 0;
  for await (const entries of readListed(from, teamId)) {
    const { outcomes, changed } = await enterNumbers({ table, now: clock() }, by, teamId, entries);
    if (outcomes.some(({ sources }) => sources === null)) throw new Contended(undefined);
    carried += changed;
  }
  return carried;
};

const carryMarks = async (ports: CarryPorts, from: TableReader, teamId: string): Promise<number> => {
  let carried = 0;
  for (const some of chunked(await readMarked(from, teamId), READ_TOGETHER)) {
    for (const contact of await ports.table.getMany<ContactRecord>(some)) {
      if (contact && (await markContact(ports, contact.id, 'contact'))) carried += 1;
    }
  }
  return carried;
};

/**
 * Enters what suppresses numbers of a team, and marks its contacts, as another copy of the table has it: `from` is the
 * table that served since the backup of this one. It only adds, and what is here already stays as it is. Numbers come
 * first, so that they keep the time and the words with which they were entered.
 */
export const carryOptOuts = async (
  ports: CarryPorts,
  from: TableReader,
  by: EnteredBy,
  teamId: string,
): Promise<{ numbers: number; contacts: number }> => {
  const numbers = await carryNumbers(ports, from, by, teamId);
  return { numbers, contacts: await carryMarks(ports, from, teamId) };
};
