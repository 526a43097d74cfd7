/** The numbers of a contact, or of a row that becomes one. */
export interface ContactPhones {
  phone: string | null;
  phone_secondary: string | null;
}

/** Each of its numbers once. */
export const phonesOf = ({ phone, phone_secondary }: ContactPhones): string[] =>
  [...new Set([phone, phone_secondary])].filter((number) => number !== null);
