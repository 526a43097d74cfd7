import type { Call } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import type { CampaignFields, TestAccount } from '#test/harness/given/account.ts';
import { callBegins, callConcluded } from '#test/harness/wait-for.ts';

/** The numbers of lines of the simulated carrier's callee and caller. */
export const CALLEE_LINES = 4;
export const CALLER_LINES = 3;

/** Runs a campaign over one contact to the end of its one call. */
export const talkWith = async (
  account: TestAccount,
  contact: Contact,
  fields: CampaignFields = {},
): Promise<{ campaign: Campaign; call: Call }> => {
  const campaign = await account.given.campaignWith([contact], fields);
  await account.api.runCampaign({ id: campaign.id });
  const { id } = await callBegins(account, campaign);
  return { campaign, call: await callConcluded(account, id) };
};

export const textsOf = ({ transcript }: Pick<Call, 'transcript'>, role: string): string[] =>
  transcript.filter((line) => line.role === role).map(({ text }) => text);

/** The number of distinct commands to speak on a call. */
export const speechesOn = ({ call_control_id }: Call): number =>
  commandsOf({ call_control_id: call_control_id ?? '', command: 'speak' }).filter(
    ({ result }) => result !== 'duplicate',
  ).length;
