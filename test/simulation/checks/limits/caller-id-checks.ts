import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { controlIn } from '#test/simulation/checks/records.ts';
import { isSingle } from '#test/simulation/checks/single/single-calls.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '18 caller IDs';

interface Turns {
  /** The campaign's numbers; others begin a new rotation. */
  numberIds: string[];
  claims: Map<string, number>;
}

/** Judges the rotation of caller IDs: each of a campaign's numbers is used as often as the others, give or take one. */
export class CallerIdChecks {
  readonly #checker: Checker;
  readonly #campaigns = new Map<string, Turns>();
  readonly #claims = new Set<string>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  wrote(keys: Key[], at: number): void {
    const claimed = keys.flatMap((key) => (key.sk === 'CALL' ? this.#newClaim(key) : []));
    for (const call of claimed) this.#noteTurn(call);
    for (const campaignId of new Set(claimed.map((call) => String(call.campaign_id)))) this.#judge(campaignId, at);
  }

  #newClaim(key: Key): Item[] {
    const call = this.#checker.world.table.peek(key);
    const claim = `${call?.id} ${call?.generation}`;
    if (call?.status !== 'queued' || isSingle(call) || this.#claims.has(claim)) return [];
    this.#claims.add(claim);
    return [call];
  }

  #noteTurn({ campaign_id, from_number_id }: Item): void {
    const campaignId = String(campaign_id);
    const control = controlIn(this.#checker.world.table, campaignId);
    const numberIds = (control?.from_number_ids ?? []) as string[];
    const known = this.#campaigns.get(campaignId);
    const isSame = known?.numberIds.join() === numberIds.join();
    const turns = known && isSame ? known : { numberIds, claims: new Map<string, number>() };
    const numberId = String(from_number_id);
    turns.claims.set(numberId, (turns.claims.get(numberId) ?? 0) + 1);
    this.#campaigns.set(campaignId, turns);
  }

  #judge(campaignId: string, at: number): void {
    const { numberIds, claims } = this.#campaigns.get(campaignId) as Turns;
    // A number that is released is passed over until it has left the campaign.
    if (!numberIds.every((id) => this.#isActive(id))) return;
    const counts = numberIds.map((id) => claims.get(id) ?? 0);
    if (Math.max(...counts) - Math.min(...counts) <= 1) return;
    const words = `campaign ${campaignId} uses its caller IDs unevenly: ${counts.join(', ')} times`;
    this.#checker.report(INVARIANT, words, at);
  }

  #isActive(numberId: string): boolean {
    return this.#checker.world.table.peek({ pk: `NUMBER#${numberId}`, sk: 'NUMBER' })?.status === 'active';
  }
}
