import { useLocation } from 'preact-iso/router';

type Parameters = Record<string, string | null | undefined>;

/** A path with these parameters; empty ones are left out. */
export const addressOf = (path: string, parameters: Parameters): string => {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
};

interface Address {
  /** The parameters of this page's address. */
  query: Record<string, string>;
  /** The address of this page with some parameters changed; null removes one. */
  with(changes: Parameters): string;
  /** Goes there; `replace` leaves no step to go back to. */
  change(changes: Parameters, how?: { replace?: boolean }): void;
  go(address: string): void;
}

/** What is open and how it is filtered stands in the address, so that a link, a reload and the back button keep it. */
export const useAddress = (): Address => {
  const { path, query, route } = useLocation();
  const changed = (changes: Parameters): string => addressOf(path, { ...query, ...changes });
  return {
    query,
    with: changed,
    change: (changes, { replace = false } = {}) => route(changed(changes), replace),
    go: (address) => route(address),
  };
};
