import { conflict } from '#shared/domain/errors.ts';
import { plural } from '#shared/domain/plural.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { retireNumber } from '#shared/engine/phone-number/release.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { listHeldNumbers, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';

/** The worker returns a number within moments; without a message the sweep does, which looks every minute. */
const RELEASED_WITHIN_MS = 4 * MINUTE_MS;
const LOOK_AGAIN_MS = SECOND_MS;

export type ReleasePorts = QuietPorts & Needs<'table' | 'numberQueue' | 'log'> & { progress(words: string): void };

const isReleased = ({ status }: PhoneNumberRecord): boolean => status === 'released';

/**
 * Takes every number of the account out of use and waits until the service has returned them to the carrier, whose keys it
 * alone has. Safe to repeat.
 * @throws Refusal 409 when the carrier has not taken all of them back in time.
 */
export const releaseNumbers = async (ports: ReleasePorts, accountId: string): Promise<number> => {
  const { table, numberQueue, clock, sleep, progress } = ports;
  const begin = clock().getTime();
  let held = (await listHeldNumbers(table, accountId)).filter((number) => !isReleased(number));
  const count = held.length;
  for (const number of held) await retireNumber(ports, number);
  if (count > 0) await numberQueue.send(held.map(({ id }) => ({ number_id: id })));
  while (held.length > 0) {
    if (clock().getTime() - begin > RELEASED_WITHIN_MS) {
      throw conflict(
        `The carrier has not taken back ${plural(held.length, 'number')} yet: ${held.map(({ id }) => id).join(', ')}. ` +
          'The service goes on trying; see the log of reconcileNumber, and run the deletion again.',
      );
    }
    progress(`Waiting for the carrier to take back ${plural(held.length, 'number')}.`);
    await sleep(LOOK_AGAIN_MS);
    held = (await listHeldNumbers(table, accountId)).filter((number) => !isReleased(number));
  }
  return count;
};
