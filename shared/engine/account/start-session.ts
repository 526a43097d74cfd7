import { activity } from '#shared/domain/account/activity.ts';
import { isWellFormedSecret } from '#shared/domain/account/session.ts';
import { hashToken, isWellFormedToken } from '#shared/domain/api-token.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { noteUse } from '#shared/store/access/last-use.ts';
import { newSession, spendCode, tokenHashOfCode } from '#shared/store/access/sessions.ts';
import { type Caller, callerOf } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { RemoveOperation } from '#shared/store/table/table.ts';
import { refuseSignIn } from './refuse-sign-in.ts';
import { sessionView } from './session-view.ts';

/** What somebody shows to sign in: one of the two. */
interface Credentials {
  token?: string | undefined;
  code?: string | undefined;
}

type Ports = Needs<'table' | 'now' | 'newId'>;

/** The hash of the token that is shown, and what is spent with it; undefined if it is none that could be right. */
const shown = async (
  { table, now }: Ports,
  { token, code }: Credentials,
): Promise<{ tokenHash: string; spent: RemoveOperation[] } | undefined> => {
  if ((token === undefined) === (code === undefined)) return undefined;
  if (token !== undefined) return isWellFormedToken(token) ? { tokenHash: hashToken(token), spent: [] } : undefined;
  if (code === undefined || !isWellFormedSecret(code)) return undefined;
  const tokenHash = await tokenHashOfCode(table, code, now);
  return tokenHash === undefined ? undefined : { tokenHash, spent: [spendCode(code)] };
};

const open = async (
  ports: Ports,
  credentials: Credentials,
): Promise<{ secret: string; caller: Caller } | undefined> => {
  const { table, now, newId } = ports;
  const right = await shown(ports, credentials);
  const found = right && (await callerOf(table, right.tokenHash, now));
  if (!found) return undefined;
  const id = newId('sess');
  const { secret, caller, put } = newSession({ id, tokenHash: right.tokenHash, caller: found.caller, now });
  const started = activityOf(caller, caller.accountId, activity('session.started', id), now);
  // Of two exchanges of one code the second finds it spent.
  if (!(await succeeded(table.transact([...right.spent, put, started])))) return undefined;
  await Promise.allSettled(found.uses.map((use) => noteUse(table, use)));
  return { secret, caller };
};

/**
 * Begins a session of a key, by its token or by a one-time code. Answers the secret for its cookie, and what the API
 * shows of it.
 * @throws Refusal 401 for whatever is wrong, 429 when too many sign-ins from the address have failed.
 */
export const startSession = async (
  ports: Ports,
  credentials: Credentials,
  address: string,
): Promise<{ secret: string } & Awaited<ReturnType<typeof sessionView>>> => {
  const opened = await open(ports, credentials);
  if (!opened) throw await refuseSignIn(ports.table, address, ports.now);
  return { secret: opened.secret, ...(await sessionView(ports.table, opened.caller)) };
};
