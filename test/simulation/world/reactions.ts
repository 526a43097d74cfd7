import type { When } from '#test/simulation/plan/action-plan.ts';

type Act = () => void;

/** What follows when something happens in a world for the n-th time. */
export class Reactions {
  readonly #waiting = new Map<string, Act[]>();
  readonly #happened = new Map<string, number>();

  add(when: Exclude<When, { afterMs: number }>, later: (milliseconds: number) => void): void {
    const [event, thenMs] =
      'contactReads' in when ? [`read ${when.contactReads}`, 0] : [`${when.worker} ${when.times}`, when.thenMs];
    this.#waiting.set(event, [...(this.#waiting.get(event) ?? []), () => later(thenMs)]);
  }

  /** A worker begins, or a dial's last check has read a contact. */
  note(event: string): void {
    const times = (this.#happened.get(event) ?? 0) + 1;
    this.#happened.set(event, times);
    for (const act of this.#waiting.get(`${event} ${times}`) ?? []) act();
  }
}
