import type { Key } from '#shared/store/table/table.ts';
import type { CheckedTable } from '#test/simulation/checks/checker.ts';
import { campaignOfEnrolments } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

/** A contact as it was when it was erased. */
export interface ErasedPerson {
  contactId: string;
  teamId: string;
  erasureId: string;
  /** When its erasure was written. */
  at: number;
  phones: string[];
  /** What is told of nobody else. */
  words: string[];
  /** Campaigns in which it waited. */
  waitedIn: string[];
}

const WAITING = ['pending', 'queued', 'retry_scheduled'];

const textsOf = (...fields: unknown[]): string[] => fields.filter((field) => typeof field === 'string');

/** Watches contacts as they are written, and keeps what those have lost who were erased. */
export class ErasedPeople {
  readonly #table: CheckedTable;
  readonly #contacts = new Map<unknown, Item>();
  readonly #erased = new Map<unknown, ErasedPerson>();

  constructor(table: CheckedTable) {
    this.#table = table;
  }

  /** Notes the contacts with which the world begins. */
  noteContacts(): void {
    for (const item of this.#table.all()) if (item.sk === 'CONTACT') this.#contacts.set(item.id, item);
  }

  /** Answers those whom this write has erased. */
  wrote(keys: Key[], at: number): ErasedPerson[] {
    const written = keys.flatMap((key) => (key.sk === 'CONTACT' ? (this.#table.peek(key) ?? []) : []));
    const erased = written.flatMap((contact) => this.#erasedBy(contact, at) ?? []);
    for (const contact of written) this.#contacts.set(contact.id, contact);
    for (const person of erased) this.#erased.set(person.contactId, person);
    return erased;
  }

  all(): ErasedPerson[] {
    return [...this.#erased.values()];
  }

  of(contactId: unknown): ErasedPerson | undefined {
    return this.#erased.get(contactId);
  }

  /** Numbers of a team's people who were erased. */
  withPhone(teamId: unknown, phone: unknown): ErasedPerson[] {
    return this.all().filter((person) => person.teamId === teamId && person.phones.includes(String(phone)));
  }

  phones(): string[] {
    return this.all().flatMap(({ phones }) => phones);
  }

  #erasedBy(contact: Item, at: number): ErasedPerson | undefined {
    const before = this.#contacts.get(contact.id);
    if (!before || before.erasure_id !== undefined || contact.erasure_id === undefined) return undefined;
    const { id, team_id, first_name, notes, phone, phone_secondary } = before;
    return {
      contactId: String(id),
      teamId: String(team_id),
      erasureId: String(contact.erasure_id),
      at,
      phones: textsOf(phone, phone_secondary),
      words: textsOf(first_name, notes),
      waitedIn: this.#waitsIn(id),
    };
  }

  #waitsIn(contactId: unknown): string[] {
    const campaignIds: string[] = [];
    for (const { pk, contact_id, status } of this.#table.all()) {
      const campaignId = campaignOfEnrolments(pk);
      if (campaignId !== undefined && contact_id === contactId && WAITING.includes(String(status)))
        campaignIds.push(campaignId);
    }
    return campaignIds;
  }
}
