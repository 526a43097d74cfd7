/** The object of a person's export: one, so that a new export replaces it and an erasure finds it. */
export const exportKeyOf = ({ account_id, contact_id }: { account_id: string; contact_id: string }): string =>
  `exports/${account_id}/${contact_id}.json`;
