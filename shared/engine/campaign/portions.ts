import type { Needs } from '#shared/ports/capabilities.ts';

/** Carries out one transaction's portion; false when nothing was left to do. */
export type Portion = (contacts: number) => Promise<boolean>;

/** Carries out the first portions of a command within its request; the engine does what they leave, or fail to do. */
export const beginInRequest = async (
  { portions, log }: Needs<'portions' | 'log'>,
  campaignId: string,
  portion: Portion,
): Promise<void> => {
  try {
    for (let count = 0; count < portions.transactionsPerRequest; count++) {
      if (!(await portion(portions.contactsPerTransaction))) return;
    }
  } catch (error) {
    log.error('A request leaves its command to the engine.', error, { campaign_id: campaignId });
  }
};

/**
 * Carries on a command for the rest of a step that began at `begin`, one portion at least, at a pace that spares the
 * campaign's partitions. Returns true when something may be left.
 */
export const carryOnInStep = async (
  { portions, clock, sleep }: Needs<'portions' | 'clock' | 'sleep'>,
  begin: Date,
  portion: Portion,
): Promise<boolean> => {
  const until = begin.getTime() + portions.stepMs;
  for (;;) {
    const next = clock().getTime() + portions.transactionEveryMs;
    if (!(await portion(portions.contactsPerTransaction))) return false;
    if (next > until) return true;
    await sleep(Math.max(0, next - clock().getTime()));
  }
};
