import { expect } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { CarrierCommand } from '#test/harness/carrier-log.ts';
import { eventually } from '#test/harness/eventually.ts';
import type { TestAccount } from './account.ts';
import { give } from './campaign-states.ts';
import { dialsTo } from './campaign-trial.ts';

export const dialsOf = (contacts: Contact[]): CarrierCommand[] => contacts.flatMap(dialsTo);

/** Milliseconds since the epoch; the carrier's log and the tests share the machine's clock. */
export const dialsAfter = (contacts: Contact[], instant: number): CarrierCommand[] =>
  dialsOf(contacts).filter(({ at }) => Date.parse(at) > instant);

/** A campaign that was just run, over contacts whose phones ring without an answer; one attempt each. */
export const campaignUnderWay = async (
  account: TestAccount,
  { contacts: count, atOnce }: { contacts: number; atOnce: number },
): Promise<{ contacts: Contact[]; campaign: Campaign }> => {
  const contacts = await account.given.contacts(count);
  const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: atOnce });
  await give(account, campaign.id, 'run');
  return { contacts, campaign };
};

export const dialsReach = (contacts: Contact[], atLeast: number): Promise<void> =>
  eventually(() => expect(dialsOf(contacts).length).toBeGreaterThanOrEqual(atLeast));
