import { addHeaders, allowOrigins, answerErrors, logRequest } from './answer.ts';
import { chain, type LambdaHandler } from './chain.ts';
import type { ServedEndpoint } from './endpoint-definition.ts';
import * as step from './steps.ts';

/** The path of every request. It may be refused at each step, in this order; its answer goes back up the list. */
export const serve = (endpoint: ServedEndpoint): LambdaHandler =>
  chain(
    [
      logRequest, // one line in the log, and x-request-id
      addHeaders, // no-store and nosniff
      allowOrigins(), // CORS
      answerErrors, // what is thrown further down becomes an answer
      step.sendCookies, // of a session that began or ended
      step.identifyCaller(endpoint), // 401
      step.refuseOtherOrigins(endpoint), // 403, for a cookie and for a sign-in
      step.noteUses, // of token and session, once in an hour and in a minute
      step.checkRole(endpoint), // 403
      step.limitRequests(endpoint), // 429
      step.limitBody, // 413
      step.takeIdempotencyKey(endpoint), // 400
      step.checkInput(endpoint), // 400, with every problem of path, query and body
      step.loadNamedResources(endpoint), // 403, 404, and 400 across teams
    ],
    step.oncePerIdempotencyKey(endpoint, step.callHandler(endpoint)), // 409, or the first answer again
  );
