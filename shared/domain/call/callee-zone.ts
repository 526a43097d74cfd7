import { type CalleeClock, calleeZonesOf } from '#shared/domain/phone-number/callee-zones.ts';

/**
 * The IANA zone on whose clock somebody names a time: their own, else the first that their number may be in, else UTC.
 */
export const calleeZoneOf = (clock: CalleeClock): string => calleeZonesOf(clock)[0] ?? 'UTC';
