import { hashToken } from '#shared/domain/api-token.ts';
import { newSignInCode } from '#shared/store/access/sessions.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/**
 * A link to the dashboard that signs in under a token, once and within ten minutes. The code stands in the fragment,
 * which browsers send to nobody.
 */
export const newSignInLink = async (
  table: TableWriter,
  { base_url, api_token }: { base_url: string; api_token: string },
  now: Date,
): Promise<string> => {
  const { code, put } = newSignInCode(hashToken(api_token), now);
  await table.write(put);
  return `${base_url}/#code=${code}`;
};
