import { startSession as start } from '#shared/engine/account/start-session.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { SessionAnswer, StartSessionBody } from '#shared/schemas/session.ts';

export const startSession = defineEndpoint({
  method: 'POST',
  path: '/api/session',
  tag: 'Session',
  summary: 'Sign in: exchange a token, or a one-time code, for the cookie of a session',
  description:
    'Exactly one of `token` and `code`; anything wrong is a 401. The cookie is `__Host-session`, or `session_<port>` at a ' +
    'loopback address over plain HTTP. 403 for a page of another origin, or a body that is not `application/json`. Ten ' +
    'failures a minute and address are told; further ones are a 429.',
  role: null,
  auth: 'signIn',
  body: StartSessionBody,
  output: SessionAnswer,
  errors: [403, 409, 429],
  uses: ['table:write'],
  async handle({ input, address, sessionCookie, ...ports }) {
    const { secret, ...session } = await start(ports, input, address);
    sessionCookie.set(secret);
    return { success: true as const, ...session };
  },
});
