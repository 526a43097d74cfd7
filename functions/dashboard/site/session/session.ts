import { computed, signal } from '@preact/signals';
import { api, whenSessionEnds } from '#functions/dashboard/site/api/client.ts';
import { queries } from '#functions/dashboard/site/api/query.ts';
import { forgetAllImports } from '#functions/dashboard/site/import/sending/import-storage.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { mayDo, type Role } from '#shared/domain/account/role.ts';

type SignedIn = OutputOf<'getSession'>;

const TEAM_KEY = 'team';
const CODE_IN_ADDRESS = /^#code=(.+)$/;

/** `undefined` until it is known whether anybody is signed in. */
export const session = signal<SignedIn | null | undefined>(undefined);
/** Why the sign-in page is shown, where there is something to say. */
export const signInNote = signal<string | null>(null);

const chosenTeam = signal<string | null>(localStorage.getItem(TEAM_KEY));

/** The team whose contacts, campaigns and calls are shown. */
export const teamId = computed((): string => {
  const teams = session.value?.teams ?? [];
  return teams.find(({ id }) => id === chosenTeam.value)?.id ?? teams[0]?.id ?? '';
});

export const accountSlug = computed((): string => session.value?.account.slug ?? '');

export const chooseTeam = (id: string): void => {
  localStorage.setItem(TEAM_KEY, id);
  chosenTeam.value = id;
};

/** Whether the key behind this session may do what takes this role. */
export const may = (role: Role): boolean => mayDo(session.value?.session.role ?? 'read', role);

const signedOut = (note: string | null): void => {
  queries.clear();
  signInNote.value = note;
  session.value = null;
};

whenSessionEnds(() => {
  if (session.value) signedOut('Your session has ended. Sign in again to go on where you were.');
});

/** @throws ApiError where the key is not one. */
export const signIn = async (given: { token: string } | { code: string }): Promise<void> => {
  const answer = await api.startSession(given);
  signInNote.value = null;
  session.value = answer;
};

export const signOut = async (): Promise<void> => {
  await api.endSession();
  forgetAllImports();
  signedOut(null);
};

const takeCode = (): string | null => {
  const code = CODE_IN_ADDRESS.exec(location.hash)?.[1] ?? null;
  // The code is taken out of the address at once, and so out of the browser's history.
  if (code !== null) history.replaceState(null, '', location.pathname + location.search);
  return code;
};

/** A page that came without the cookie of a session says so; asking would only be refused. */
const hasCookie = (): boolean => document.documentElement.dataset.session !== 'none';

/** In another tab somebody may have signed in with another account, whose pages these are not. */
const watchOtherTabs = (): void => {
  const look = async (): Promise<void> => {
    const shown = session.value?.account.id;
    if (document.visibilityState !== 'visible' || shown === undefined) return;
    const found = await api.getSession().catch(() => null);
    if (found && found.account.id !== shown) location.reload();
  };
  document.addEventListener('visibilitychange', () => void look());
};

/** Finds out who is there: by the one-time code in the address, or by the session's cookie. */
export const beginSession = async (): Promise<void> => {
  watchOtherTabs();
  const code = takeCode();
  if (code !== null) {
    const note = 'That link has been used or is older than ten minutes. "npm run dashboard" prints a new one.';
    return signIn({ code }).catch(() => signedOut(note));
  }
  if (!hasCookie()) return signedOut(null);
  try {
    session.value = await api.getSession();
  } catch {
    signedOut(null);
  }
};
