/** What a phone number is, as the numbering plans say. */
export const NUMBER_KINDS = [
  'ordinary',
  'toll_free',
  'premium_rate',
  'shared_cost',
  'personal',
  'pager',
  /** Satellite and international networks, which belong to no country. */
  'international_network',
  /** Short and emergency numbers. */
  'short',
  /** No numbering plan knows it. */
  'unknown',
] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Derived once when a number is written, by `numbering-plan.ts`; whoever dials reads it. */
export interface Numbering {
  /** ISO 3166-1 alpha-2; null if none is known. */
  country: string | null;
  kind: NumberKind;
}

export type NumberingOf = (phone: string) => Numbering;

/** The numbering of a contact's phones, stored with the contact; null where it has no such phone. */
export interface PhoneNumberings {
  phone_country: string | null;
  phone_kind: NumberKind | null;
  phone_secondary_country: string | null;
  phone_secondary_kind: NumberKind | null;
}

interface Phones {
  phone?: string | null;
  phone_secondary?: string | null;
}

/** What is stored beside the given phones; nothing for those that are left out. */
export const numberingsOf = (given: Phones, numberingOf: NumberingOf): Partial<PhoneNumberings> => {
  const fields: Partial<PhoneNumberings> = {};
  for (const name of ['phone', 'phone_secondary'] as const) {
    const phone = given[name];
    if (phone === undefined) continue;
    const numbering = phone === null ? null : numberingOf(phone);
    fields[`${name}_country`] = numbering?.country ?? null;
    fields[`${name}_kind`] = numbering?.kind ?? null;
  }
  return fields;
};

/** A new contact with the numbering of its phones. */
export const withNumberings = <Contact extends Required<Phones>>(
  contact: Contact,
  numberingOf: NumberingOf,
): Contact & PhoneNumberings => ({
  phone_country: null,
  phone_kind: null,
  phone_secondary_country: null,
  phone_secondary_kind: null,
  ...contact,
  ...numberingsOf(contact, numberingOf),
});
