import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { wasAllowed } from '#test/simulation/checks/destination-checks.ts';
import type { ErasedPeople } from '#test/simulation/checks/privacy/erased-people.ts';
import { campaignOfEnrolments, contactIn, controlIn, enrolmentsIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const UNREACHED = ['exhausted', 'failed', 'cancelled'];
const WAITING = ['pending', 'queued', 'retry_scheduled'];
const CONTROL = /^CAMPAIGN#([^#]+)$/;

interface Opening {
  at: number;
  /** Contacts unreached at that instant whom no open redial had promised. */
  fresh: number;
  /** Those who were skipped at that instant; of some the reason may no longer have held. */
  skipped: number;
}

/** What is known of a campaign's redials. */
class Redialled {
  status: unknown;
  redials = 0;
  isOpen = false;
  /** The enrolments that the open redial has yet to replace, by contact. */
  promised = new Map<string, string>();
  openings: Opening[] = [];
  /** The enrolment of each contact, and whether it is skipped. */
  enrolments = new Map<string, string>();
  skipped = new Set<string>();
  /** When contacts were removed that were skipped. */
  removals: number[] = [];
  openedAt = 0;
  /** Enrolments of contacts whom the open redial finds skipped because their number was not allowed. */
  notAllowed = new Map<string, string>();
}

/**
 * Judges redials at the instant of every write: everybody who was unreached when the redial was written is reopened
 * once, and who was skipped for a number that has been allowed ever since; nobody else, and nobody who wants no calls; no
 * campaign completes meanwhile; its answer says how many it found.
 */
export class RedialChecks {
  readonly #checker: Checker;
  /** Their numbers stay closed to others too. */
  readonly #erased: ErasedPeople;
  readonly #campaigns = new Map<string, Redialled>();

  constructor(checker: Checker, erased: ErasedPeople) {
    this.#checker = checker;
    this.#erased = erased;
  }

  wrote(keys: Key[], at: number): void {
    for (const { pk, sk } of keys) {
      const [, campaignId] = CONTROL.exec(pk) ?? [];
      if (campaignId !== undefined && sk === 'CONTROL') this.#opens(campaignId, at);
    }
    for (const { pk, sk } of keys) {
      const campaignId = campaignOfEnrolments(pk);
      if (campaignId !== undefined) this.#moves(campaignId, sk, this.#checker.world.table.peek({ pk, sk }), at);
    }
    for (const { pk, sk } of keys) {
      const [, campaignId] = CONTROL.exec(pk) ?? [];
      if (campaignId !== undefined && sk === 'CONTROL') this.#closes(campaignId, at);
    }
  }

  checkEnd(at: number): void {
    const { facts, world } = this.#checker;
    for (const campaignId of world.campaignIds) {
      const { isOpen, openings, removals } = this.#of(campaignId);
      if (isOpen) this.#report(campaignId, 'its redial is never done', at);
      for (const { acknowledged, redialed = 0, begin, end } of facts.of('redial', campaignId)) {
        const isTrue = openings.some(({ at: opened, fresh, skipped }) => {
          // The skipped are read before the redial is written, so it may count who was removed in between.
          const removed = removals.filter((time) => time >= begin && time <= opened).length;
          return opened >= begin && opened <= end && redialed >= fresh && redialed <= fresh + skipped + removed;
        });
        if (acknowledged && redialed !== 0 && !isTrue)
          this.#report(campaignId, `a redial answered ${redialed}, which nobody counted`, end);
      }
    }
  }

  #opens(campaignId: string, at: number): void {
    const known = this.#of(campaignId);
    const control = this.#control(campaignId);
    const wasCancelled = known.status === 'cancelled';
    known.status = control?.status;
    const redials = (control?.redials ?? 0) as number;
    if (redials === known.redials) return;
    const rows = enrolmentsIn(this.#checker.world.table, campaignId);
    const unreached = rows.filter(({ status }) => UNREACHED.includes(status as string));
    const uncancelled = wasCancelled ? rows.filter(({ status }) => WAITING.includes(status as string)).length : 0;
    const fresh =
      uncancelled + unreached.filter((row) => known.promised.get(row.contact_id as string) !== row.enrolment_id).length;
    known.promised = new Map(unreached.map((row) => [row.contact_id as string, row.enrolment_id as string]));
    const skipped = rows.filter(({ status }) => status === 'skipped');
    known.notAllowed = new Map(
      skipped
        .filter(({ skip_reason: reason }) => reason === 'destination_not_allowed')
        .map((row) => [row.contact_id as string, row.enrolment_id as string]),
    );
    known.openings.push({ at, fresh, skipped: skipped.length });
    known.openedAt = at;
    known.redials = redials;
    known.isOpen = true;
  }

  #moves(campaignId: string, sk: string, row: Item | undefined, at: number): void {
    const known = this.#of(campaignId);
    const contactId = sk.replace('CONTACT#', '');
    const before = known.enrolments.get(contactId);
    if (!row) {
      known.enrolments.delete(contactId);
      if (known.skipped.delete(contactId)) known.removals.push(at);
      known.promised.delete(contactId);
      return;
    }
    known.enrolments.set(contactId, row.enrolment_id as string);
    const wasSkipped = known.skipped.has(contactId);
    if (row.status === 'skipped') known.skipped.add(contactId);
    else known.skipped.delete(contactId);
    // Who was reached after all need not be reopened.
    if (before === row.enrolment_id && !UNREACHED.includes(row.status as string)) known.promised.delete(contactId);
    if (before === undefined || before === row.enrolment_id) return;
    if (wasSkipped && known.isOpen) this.#judgeLifted(campaignId, contactId, known.openedAt, at);
    else if (known.promised.get(contactId) !== before)
      this.#report(campaignId, `contact ${contactId} is reopened, but no redial found it unreached`, at);
    known.promised.delete(contactId);
  }

  #closes(campaignId: string, at: number): void {
    const known = this.#of(campaignId);
    const control = this.#control(campaignId);
    if (!known.isOpen || !control) return;
    if (control.status === 'completed') this.#report(campaignId, 'it completes during a redial', at);
    if (typeof control.redial_place === 'string') return;
    known.isOpen = false;
    const wasEnded = control.status === 'cancelled' || control.deleted_at;
    if (!wasEnded && known.promised.size > 0)
      this.#report(campaignId, `a redial is done, but left out ${[...known.promised.keys()].join(', ')}`, at);
    if (!wasEnded) this.#judgeLeftOut(campaignId, known, at);
    known.promised.clear();
  }

  #judgeLifted(campaignId: string, contactId: string, openedAt: number, at: number): void {
    const { facts } = this.#checker;
    for (const kind of ['doNotCall', 'deleteContact'] as const)
      if (facts.isStopped(kind, null, contactId, openedAt))
        this.#report(campaignId, `contact ${contactId} is reopened, but ${kind} still holds`, at);
  }

  #judgeLeftOut(campaignId: string, { notAllowed, openedAt }: Redialled, at: number): void {
    const { facts, world } = this.#checker;
    for (const row of enrolmentsIn(world.table, campaignId)) {
      const contactId = row.contact_id as string;
      if (row.status !== 'skipped' || notAllowed.get(contactId) !== row.enrolment_id) continue;
      const contact = contactIn(world.table, contactId);
      if (!contact?.phone || contact.deleted_at || contact.do_not_call || contact.timezone) continue;
      const [accountId, phone] = [String(contact.account_id), String(contact.phone)];
      const isUnmarked = facts.of('doNotCallNumber', phone).length === 0 && facts.of('phone', contactId).length < 2;
      const isErased = this.#erased.withPhone(contact.team_id, phone).length > 0;
      if (isUnmarked && !isErased && wasAllowed(facts, { accountId, phone, at, since: openedAt }))
        this.#report(campaignId, `a redial is done, but left out ${contactId}, whose number is allowed`, at);
    }
  }

  #of(campaignId: string): Redialled {
    const known = this.#campaigns.get(campaignId) ?? new Redialled();
    this.#campaigns.set(campaignId, known);
    return known;
  }

  #control(campaignId: string): Item | undefined {
    return controlIn(this.#checker.world.table, campaignId);
  }

  #report(campaignId: string, words: string, at: number): void {
    this.#checker.report('15 redials', `campaign ${campaignId}: ${words}`, at);
  }
}
