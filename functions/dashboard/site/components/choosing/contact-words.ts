export interface NamedContact {
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
}

/** First and last name. */
export const contactName = ({ first_name, last_name }: Pick<NamedContact, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

/** What tells a contact from another with its name. */
export const contactDetail = ({ phone, email }: Pick<NamedContact, 'phone' | 'email'>): string =>
  [phone ?? 'no phone', email].filter(Boolean).join(' · ');

/** Name and number in one line. */
export const contactWords = (contact: NamedContact): string =>
  `${contactName(contact)} · ${contact.phone ?? 'no phone'}`;

/** A number, or a part of one, with what people write between digits. */
const NUMBER_AS_WRITTEN = /^\+?[\d\s().\-/\u00a0\u2010-\u2015]+$/;
const NO_DIGIT_OR_PLUS = /[^\d+]/g;

/** What is searched for a text: a number is found however it is written. */
export const searchTextOf = (typed: string): string => {
  const text = typed.trim();
  return NUMBER_AS_WRITTEN.test(text) && /\d/.test(text) ? text.replace(NO_DIGIT_OR_PLUS, '') : text;
};
