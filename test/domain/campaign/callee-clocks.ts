import type { CalleeClock } from '#shared/domain/phone-number/callee-zones.ts';

/** A callee of whom nothing but this zone is known. */
export const inZone = (timezone: string | null): CalleeClock => ({ timezone, phone: null, phone_country: null });

/** A callee of whom nothing but this number is known. */
export const atNumber = (phone: string, phone_country: string | null = null): CalleeClock => ({
  timezone: null,
  phone,
  phone_country,
});
