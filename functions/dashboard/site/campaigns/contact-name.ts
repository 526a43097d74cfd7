interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** The name of somebody in a campaign; one that was deleted has none. */
export const nameOf = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ') || 'Deleted contact';
