/** The time of a change, later than the one before it: the next change is guarded by it, so no two may be the same. */
export const changedAt = (before: { updated_at: string }, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(before.updated_at) + 1)).toISOString();
