import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { keepTrialNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { type RetirePorts, type ReturnPorts, releaseNumber } from './release.ts';

/** The end of a trial: an account that subscribed meanwhile keeps the number as a paid one, any other loses it. */
export const endTrial = async (ports: RetirePorts & ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  const account = await getAccount(ports.table, number.account_id);
  if (!allowanceAt(account, ports.clock()).hasSubscription) return releaseNumber(ports, number);
  await succeeded(ports.table.write(keepTrialNumber(number)));
};
