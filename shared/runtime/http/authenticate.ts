import { isWellFormedToken } from '#shared/domain/api-token.ts';
import { unauthorized } from '#shared/domain/errors.ts';
import { NotedGrains } from '#shared/store/access/last-use.ts';
import { findSession } from '#shared/store/access/sessions.ts';
import { type Caller, findCaller, type Identified } from '#shared/store/access/tokens.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { RawRequest, ServedEndpoint } from './endpoint-definition.ts';
import { sessionSecretOf } from './session-cookie.ts';

/** Endpoints that need neither token nor session have nobody behind them. */
export const NOBODY: Caller = {
  accountId: '',
  keyId: '',
  email: '',
  name: '',
  role: 'read',
  expiresAt: null,
  actor: { type: 'api_key', id: '', name: '' },
};

const UNIDENTIFIED: Identified = { caller: NOBODY, uses: [] };

/** Built when it is first needed: what is malformed is refused without it. */
type Table = () => TableReader;

/** One for all functions of this process. */
const noted = new NotedGrains();

const tokenOf = (authorization: string): string | undefined => /^Bearer +(\S+) *$/i.exec(authorization)?.[1];

const byToken = async (table: Table, authorization: string, now: Date): Promise<Identified | undefined> => {
  const token = tokenOf(authorization);
  return token && isWellFormedToken(token) ? findCaller(table(), token, now, noted) : undefined;
};

const bySession = async (table: Table, request: RawRequest, now: Date): Promise<Identified | undefined> => {
  const secret = sessionSecretOf(request);
  return secret ? findSession(table(), secret, now, noted) : undefined;
};

/** Answers the caller. @throws Refusal 401 for anything that is not a valid token, session or signature. */
export const authenticate = async (
  { auth = 'bearer' }: Pick<ServedEndpoint, 'auth'>,
  request: RawRequest,
  { table, proof, now }: { table: Table; proof: () => object; now: Date },
): Promise<Identified> => {
  if (auth === 'none' || auth === 'signIn') return UNIDENTIFIED;
  if (typeof auth === 'function') {
    if (!(await auth(request, { ...proof(), now }))) throw unauthorized();
    return UNIDENTIFIED;
  }
  const { authorization } = request.headers;
  // Whoever sends a token means it, right or wrong: a cookie beside it is the browser's doing.
  const found =
    auth === 'session' || authorization === undefined
      ? await bySession(table, request, now)
      : await byToken(table, authorization, now);
  if (!found) throw unauthorized();
  return found;
};
