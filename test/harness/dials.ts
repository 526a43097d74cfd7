import { expect } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { type CarrierCommand, commandsOf } from './carrier-log.ts';

export const dialsTo = ({ phone }: Contact): CarrierCommand[] => commandsOf({ command: 'dial', to: phone ?? '' });

export const dialsOf = (contacts: Contact[]): CarrierCommand[] => contacts.flatMap(dialsTo);

/** Milliseconds since the epoch; the carrier's log and the tests share the machine's clock. */
export const dialsAfter = (contacts: Contact[], instant: number): CarrierCommand[] =>
  dialsOf(contacts).filter(({ at }) => Date.parse(at) > instant);

/** No command reached the carrier twice, but for the ones that it had refused for its rate. */
export const expectNoDoubleDial = (contacts: Contact[]): void => {
  const placed = dialsOf(contacts).filter(({ result }) => result !== 'rate_limited');
  expect(placed.map(({ result }) => result)).not.toContain('duplicate');
  expect(new Set(placed.map(({ command_id }) => command_id)).size).toBe(placed.length);
};
