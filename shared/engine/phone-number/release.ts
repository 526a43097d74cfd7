import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { awaitCallerIdQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import { removeNumberFromCampaigns } from '#shared/engine/campaign/remove-number.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { beginRelease, finishRelease, keepTrialNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

export type RetirePorts = QuietPorts & { table: TableWriter };

export interface ReturnPorts {
  table: TableWriter;
  telephony: Telephony;
}

/** When this answers nobody uses the number any more, and no dial from it is in flight. The sweep does the rest. */
export const retireNumber = async (ports: RetirePorts, number: PhoneNumberRecord): Promise<void> => {
  if (number.status === 'active') await succeeded(ports.table.write(beginRelease(number, ports.clock())));
  await removeNumberFromCampaigns(ports.table, number, ports.clock());
  await awaitCallerIdQuiet(ports, number);
};

/** Gives a retired number back: to the carrier first, for what counts no more would not be looked for there. */
export const returnNumber = async ({ table, telephony }: ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  if (number.provider_number_id !== null) {
    await telephony.releaseNumber({ providerNumberId: number.provider_number_id, phoneNumber: number.phone_number });
  }
  await succeeded(table.transact(finishRelease(number)));
};

/**
 * Releases a number that is in use, or half released: each step may be repeated, so whoever finds a release half done
 * does it again. @throws Error when the carrier cannot be reached; the number then stays `releasing`.
 */
export const releaseNumber = async (ports: RetirePorts & ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  await retireNumber(ports, number);
  await returnNumber(ports, number);
};

/** The end of a trial: an account that subscribed meanwhile keeps the number as a paid one, any other loses it. */
export const endTrial = async (ports: RetirePorts & ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  const account = await getAccount(ports.table, number.account_id);
  if (!allowanceAt(account, ports.clock()).hasSubscription) return releaseNumber(ports, number);
  await succeeded(ports.table.write(keepTrialNumber(number)));
};
