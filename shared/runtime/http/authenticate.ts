import { isWellFormedToken } from '#shared/domain/api-token.ts';
import { unauthorized } from '#shared/domain/errors.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { type Caller, findCaller } from '#shared/store/tokens.ts';
import type { RawRequest, ServedEndpoint } from './endpoint-definition.ts';

/** Endpoints that need no bearer token have nobody behind them. */
export const NOBODY: Caller = { accountId: '', keyId: '', email: '', name: '' };

const bearerToken = (request: RawRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];

/** Answers the caller. @throws Refusal 401 for anything that is not a valid token or signature. */
export const authenticate = async (
  endpoint: ServedEndpoint,
  request: RawRequest,
  { table, proof, now }: { table: () => TableReader; proof: () => object; now: Date },
): Promise<Caller> => {
  if (endpoint.auth === 'none') return NOBODY;
  if (typeof endpoint.auth === 'function') {
    if (!(await endpoint.auth(request, { ...proof(), now }))) throw unauthorized();
    return NOBODY;
  }
  const token = bearerToken(request);
  if (!token || !isWellFormedToken(token)) throw unauthorized();
  const caller = await findCaller(table(), token, now);
  if (!caller) throw unauthorized();
  return caller;
};
