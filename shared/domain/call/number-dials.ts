import { WHO_CHANGES_BOUNDS } from '#shared/domain/account/dial-bounds.ts';
import { DAY_MS } from '#shared/domain/time.ts';

/** A dial to a number of a team, by the claim that made it. */
export interface NumberDial {
  call_id: string;
  generation: number;
  /** ISO 8601. */
  at: string;
}

/** Dials count against their number for this long. */
const NUMBER_DIALS_MS = DAY_MS;
/** The widest bound that can be set; nobody needs to know of more. */
const NUMBER_DIALS_KEPT = 100;

/** The dials of the last 24 hours, oldest first. */
export const dialsOfDay = (dials: readonly NumberDial[], now: Date): NumberDial[] => {
  const since = new Date(now.getTime() - NUMBER_DIALS_MS).toISOString();
  return dials.filter(({ at }) => at > since);
};

/** When the number may be dialled again; null when it may be now. `bound` is null where there is none. */
export const numberFreeAt = (dials: readonly NumberDial[], bound: number | null, now: Date): Date | null => {
  const counted = dialsOfDay(dials, now);
  if (bound === null || counted.length < bound) return null;
  const oldest = counted[counted.length - bound];
  return oldest ? new Date(Date.parse(oldest.at) + NUMBER_DIALS_MS) : null;
};

const isSame = (one: NumberDial, other: Pick<NumberDial, 'call_id' | 'generation'>): boolean =>
  one.call_id === other.call_id && one.generation === other.generation;

export const isDialCounted = (
  dials: readonly NumberDial[],
  dial: Pick<NumberDial, 'call_id' | 'generation'>,
): boolean => dials.some((each) => isSame(each, dial));

/** The number's dials with one more, which counts once however often it is added. */
export const withDial = (dials: readonly NumberDial[], dial: NumberDial, now: Date): NumberDial[] =>
  [...dialsOfDay(dials, now).filter((each) => !isSame(each, dial)), dial]
    .sort((one, other) => one.at.localeCompare(other.at))
    .slice(-NUMBER_DIALS_KEPT);

/** The number's dials without one that was given back. */
export const withoutDial = (
  dials: readonly NumberDial[],
  dial: Pick<NumberDial, 'call_id' | 'generation'>,
): NumberDial[] => dials.filter((each) => !isSame(each, dial));

/** Why a number waits, which bound it is and who may change it. */
export const numberWaitWords = (bound: number): string =>
  `its number has had its calls of 24 hours; the account's max_calls_per_number_per_day is ${bound}, and ${WHO_CHANGES_BOUNDS}`;
