import * as z from 'zod';
import { Account, AccountTeam } from './account.ts';
import { role } from './api-key.ts';
import { success, timestamp } from './fields/primitives.ts';

export const Session = z
  .object({
    expires_at: timestamp.meta({
      description: '12 hours after its last use, 7 days after its beginning, or when its key ends, whichever is first.',
      examples: ['2026-03-03T03:00:00.000Z'],
    }),
    role,
  })
  .meta({ id: 'Session' });

export const SessionAnswer = z.object({ success, session: Session, account: Account, teams: z.array(AccountTeam) });

/** Well-formed is neither a token nor a code that reads like this. */
const NEVER_RIGHT = '';

/** A value of another type is as wrong as a wrong one: a 401, whatever stands beside it. */
const secret = (description: string, example: string) =>
  z
    .string()
    .optional()
    .catch(NEVER_RIGHT)
    .meta({ description, examples: [example] });

export const StartSessionBody = z
  .object({
    token: secret('An API token.', 'vac_…'),
    code: secret(
      'Instead of the token: a one-time code, good for one exchange within ten minutes.',
      'q1Jb0m3Yl8cZp5tE7uW2aR9xN4vK6sD1fG0hT8iL3oM',
    ),
  })
  .meta({ examples: [{ token: 'vac_…' }] });
