import type { Caller } from '#shared/store/access/tokens.ts';

/**
 * Numbers that people call: with an assistant that takes calls, with one that takes none, with none, and not the
 * team's.
 */
export const NUMBERS = {
  answered: '+12125551000',
  unanswered: '+12125551001',
  unassigned: '+12125551002',
  foreign: '+12125559999',
} as const;

/** The account in which a world plays. */
export interface Team {
  caller: Caller;
  teamId: string;
  companyId: string;
  assistantId: string;
  numberIds: string[];
}
