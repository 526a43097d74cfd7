import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { awaitCallerIdQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import { removeNumberFromCampaigns } from '#shared/engine/campaign/remove-number.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { beginRelease, finishRelease, keepTrialNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

type RetirePorts = QuietPorts & Needs<'table'>;

type ReturnPorts = Needs<'table' | 'telephony'>;

/** Takes a number out of use and returns once no dial from it is in flight. The sweep can finish the release. */
export const retireNumber = async (ports: RetirePorts, number: PhoneNumberRecord): Promise<void> => {
  if (number.status === 'active') await succeeded(ports.table.write(beginRelease(number, ports.clock())));
  await removeNumberFromCampaigns(ports.table, number, ports.clock());
  await awaitCallerIdQuiet(ports, number);
};

/** Returns a retired number, first to the carrier: once released here, nobody would look for it there. */
export const returnNumber = async ({ table, telephony }: ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  if (number.provider_number_id !== null) {
    await telephony.releaseNumber({ providerNumberId: number.provider_number_id, phoneNumber: number.phone_number });
  }
  await succeeded(table.transact(finishRelease(number)));
};

/**
 * Releases a number, or finishes a half-done release; every step may be repeated.
 * @throws Error when the carrier is unreachable; the number then stays `releasing`.
 */
export const releaseNumber = async (ports: RetirePorts & ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  await retireNumber(ports, number);
  await returnNumber(ports, number);
};

/** Ends a trial: the account keeps the number as a paid one if it has subscribed, else the number is released. */
export const endTrial = async (ports: RetirePorts & ReturnPorts, number: PhoneNumberRecord): Promise<void> => {
  const account = await getAccount(ports.table, number.account_id);
  if (!allowanceAt(account, ports.clock()).hasSubscription) return releaseNumber(ports, number);
  await succeeded(ports.table.write(keepTrialNumber(number)));
};
