import type { Needs } from '#shared/ports/capabilities.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import { beginDrop, dropReservation, getNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

type DropPorts = Needs<'table' | 'telephony' | 'clock'>;

/** The order may have reached the carrier although its reply was lost. @throws Error if the carrier is unreachable. */
const cancelOrder = async (telephony: Telephony, { id, phone_number }: PhoneNumberRecord): Promise<void> => {
  const order = await telephony.findOrder(id);
  if (order.result === 'unavailable') throw new Error(`The carrier could not be asked about the order ${id}.`);
  if (order.result === 'ordered') {
    await telephony.releaseNumber({ providerNumberId: order.providerNumberId, phoneNumber: phone_number });
  }
};

/**
 * Undoes a purchase that was never finished, at the carrier and here. A request can resume it only before this begins.
 * @throws Error if the carrier is unreachable; the sweep tries again.
 */
export const dropPurchase = async (
  { table, telephony, clock }: DropPorts,
  number: PhoneNumberRecord,
): Promise<void> => {
  if (number.status === 'pending' && !(await succeeded(table.write(beginDrop(number, clock()))))) return;
  const dropping = await getNumber(table, number.id);
  if (dropping?.status !== 'dropping') return;
  await cancelOrder(telephony, dropping);
  await succeeded(table.transact(dropReservation(dropping)));
};
