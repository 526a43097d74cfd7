export interface Destination {
  href: string;
  words: string;
  /** After `g`. */
  key: string;
}

/** The main pages, in the order in which they are shown. */
export const DESTINATIONS: readonly Destination[] = [
  { href: '/', words: 'Overview', key: 'o' },
  { href: '/campaigns', words: 'Campaigns', key: 'c' },
  { href: '/contacts', words: 'Contacts', key: 'k' },
  { href: '/calls', words: 'Calls', key: 'l' },
  { href: '/assistants', words: 'Assistants', key: 'a' },
  { href: '/phone-numbers', words: 'Phone numbers', key: 'p' },
  { href: '/settings/api-keys', words: 'Settings', key: 's' },
];

/** The part of the service that a path belongs to: `/campaigns/new` to `/campaigns`. */
const roomOf = (path: string): string => path.split('/')[1] ?? '';

export const isAt = (path: string, { href }: Pick<Destination, 'href'>): boolean => roomOf(path) === roomOf(href);

export const destinationFor = (key: string): Destination | undefined =>
  DESTINATIONS.find((destination) => destination.key === key);
