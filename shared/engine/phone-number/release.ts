import { activity } from '#shared/domain/account/activity.ts';
import { conflict } from '#shared/domain/errors.ts';
import { awaitCallerIdQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { removeNumberFromCampaigns } from '#shared/engine/campaign/remove-number.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { beginRelease, finishRelease, type PhoneNumberRecord, type ShownNumber } from '#shared/store/phone-numbers.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { PutOperation } from '#shared/store/table/table.ts';

type RetirePorts = QuietPorts & Needs<'table' | 'log'>;

export type ReleasePorts = RetirePorts & Needs<'telephony'>;

/**
 * Takes a number out of use, writes what is `beside` with that, and returns once no dial from it is in flight. The sweep
 * can finish the release.
 */
export const retireNumber = async (
  ports: RetirePorts,
  number: PhoneNumberRecord,
  beside: PutOperation[] = [],
): Promise<void> => {
  if (number.status === 'active') {
    await succeeded(ports.table.transact([...beginRelease(number, ports.clock()), ...beside]));
  }
  await removeNumberFromCampaigns(ports, number, ports.clock());
  await awaitCallerIdQuiet(ports, number);
};

/** Returns a retired number, first to the carrier: once released here, nobody would look for it there. */
const returnNumber = async ({ table, telephony }: ReleasePorts, number: PhoneNumberRecord): Promise<void> => {
  if (number.provider_number_id !== null) {
    await telephony.releaseNumber({ providerNumberId: number.provider_number_id, phoneNumber: number.phone_number });
  }
  await succeeded(table.transact(finishRelease(number)));
};

/**
 * Releases a number, or finishes a half-done release; every step may be repeated.
 * @throws Error when the carrier is unreachable; the number then stays `releasing`.
 */
export const releaseNumber = async (ports: ReleasePorts, number: PhoneNumberRecord): Promise<void> => {
  await retireNumber(ports, number);
  await returnNumber(ports, number);
};

/**
 * Releases a number; while the carrier is out of reach, the sweep tries again. @throws Refusal 409 if it was released.
 */
export const releaseOnRequest = async (
  ports: ReleasePorts & Needs<'log'>,
  number: ShownNumber,
  by: Caller,
): Promise<ShownNumber> => {
  const { id, status, account_id } = number;
  if (status === 'released') throw conflict(`The phone number "${id}" was released already.`);
  await retireNumber(ports, number, [activityOf(by, account_id, activity('phone_number.released', id), ports.clock())]);
  try {
    await returnNumber(ports, number);
  } catch (error) {
    ports.log.error('Could not return a number to the carrier; the sweep will.', error, { number_id: id });
    return { ...number, assistant_id: null, status: 'releasing' };
  }
  return { ...number, assistant_id: null, status: 'released' };
};
