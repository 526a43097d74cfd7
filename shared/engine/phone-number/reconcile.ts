import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { reconciliationOf } from '#shared/domain/phone-number/reconciliation.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { getNumber, keepTrialNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { dropPurchase } from './drop-purchase.ts';
import { type ReleasePorts, releaseNumber } from './release.ts';

/** Ends a trial: the account keeps the number as a paid one if it has subscribed, else the number is released. */
const endTrial = async (ports: ReleasePorts, number: PhoneNumberRecord): Promise<void> => {
  const account = await getAccount(ports.table, number.account_id);
  if (!allowanceAt(account, ports.clock()).hasSubscription) return releaseNumber(ports, number);
  await succeeded(ports.table.write(keepTrialNumber(number)));
};

/** Takes the step that a number needs now, if any; safe to repeat. @throws Error when the carrier is unreachable. */
export const reconcileNumber = async (ports: ReleasePorts, numberId: string): Promise<void> => {
  const number = await getNumber(ports.table, numberId);
  if (!number) return;
  const task = reconciliationOf(number, ports.clock());
  if (task === 'end_trial') await endTrial(ports, number);
  if (task === 'release') await releaseNumber(ports, number);
  if (task === 'drop') await dropPurchase(ports, number);
};
