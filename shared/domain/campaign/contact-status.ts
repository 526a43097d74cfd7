/** A contact's status inside one campaign. */
export const OPEN_STATUSES = ['pending', 'queued', 'retry_scheduled', 'dialing', 'in_progress'] as const;
export const TERMINAL_STATUSES = ['completed', 'exhausted', 'failed', 'skipped', 'cancelled'] as const;
export const CONTACT_STATUSES = [...OPEN_STATUSES, ...TERMINAL_STATUSES] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** Waiting for a claim. */
export const DUE_STATUSES = ['pending', 'queued', 'retry_scheduled'] as const;

export const isOpen = (status: ContactStatus): boolean => (OPEN_STATUSES as readonly ContactStatus[]).includes(status);

export const isWaiting = (status: ContactStatus | undefined): boolean =>
  (DUE_STATUSES as readonly (ContactStatus | undefined)[]).includes(status);

/** Ended without reaching the contact; a redial makes these pending again. */
export const CALLABLE_AGAIN_STATUSES = ['exhausted', 'failed', 'cancelled'] as const;

export const hasEnded = (status: ContactStatus): boolean => (TERMINAL_STATUSES as readonly string[]).includes(status);

/** Skipped ones too, if what forbade to call them no longer does. */
export const REDIALLED_STATUSES = [...CALLABLE_AGAIN_STATUSES, 'skipped'] as const;

export const isCallableAgain = (status: ContactStatus): boolean =>
  (CALLABLE_AGAIN_STATUSES as readonly string[]).includes(status);

/** Contacts in each status, plus those ever dialled and those ever answered by a human. */
export type ContactCounts = Record<ContactStatus, number> & { called: number; answered: number };

export const noContacts = (): ContactCounts => ({
  ...(Object.fromEntries(CONTACT_STATUSES.map((status) => [status, 0])) as Record<ContactStatus, number>),
  called: 0,
  answered: 0,
});

const sumOf = (counts: ContactCounts, statuses: readonly ContactStatus[]): number =>
  statuses.reduce((sum, status) => sum + counts[status], 0);

export const totalContacts = (counts: ContactCounts): number => sumOf(counts, CONTACT_STATUSES);
export const terminalContacts = (counts: ContactCounts): number => sumOf(counts, TERMINAL_STATUSES);
export const openContacts = (counts: ContactCounts): number => sumOf(counts, OPEN_STATUSES);
/** Everybody whom a redial makes pending again. */
export const unreachedContacts = (counts: ContactCounts): number => sumOf(counts, CALLABLE_AGAIN_STATUSES);
/** Waiting for a claim, due or not. */
export const waitingContacts = (counts: ContactCounts): number => sumOf(counts, DUE_STATUSES);
