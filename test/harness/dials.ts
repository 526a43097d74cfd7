import { expect } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { type CarrierCommand, commandsOf } from './carrier-log.ts';

export const dialsTo = ({ phone }: Contact): CarrierCommand[] => commandsOf({ command: 'dial', to: phone ?? '' });

export const dialsOf = (contacts: Contact[]): CarrierCommand[] => contacts.flatMap(dialsTo);

/** Dials after an instant in milliseconds since the epoch. The carrier's log shares the tests' clock. */
export const dialsAfter = (contacts: Contact[], instant: number): CarrierCommand[] =>
  dialsOf(contacts).filter(({ at }) => Date.parse(at) > instant);

/** Only commands refused for their rate may reach the carrier twice. */
export const expectNoDoubleDial = (contacts: Contact[]): void => {
  const placed = dialsOf(contacts).filter(({ result }) => result !== 'rate_limited');
  expect(placed.map(({ result }) => result)).not.toContain('duplicate');
  expect(new Set(placed.map(({ command_id }) => command_id)).size).toBe(placed.length);
};
