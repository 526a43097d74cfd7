import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { addHeaders, allowOrigins, answerErrors, logRequest } from '#shared/runtime/http/answer.ts';
import { chain, type LambdaHandler } from '#shared/runtime/http/chain.ts';

/** The function behind API Gateway's `$default` route: every request that no endpoint takes, and so every preflight. */
export interface Fallback {
  kind: 'fallback';
  summary: string;
  uses: readonly [];
  handler: LambdaHandler;
}

export const defineFallback = (definition: {
  summary: string;
  refuse(event: APIGatewayProxyEventV2): Error;
}): Fallback => ({
  kind: 'fallback',
  summary: definition.summary,
  uses: [],
  handler: chain([logRequest, addHeaders, allowOrigins(), answerErrors], async (event) => {
    if (event.requestContext.http.method === 'OPTIONS') return { statusCode: 204 };
    throw definition.refuse(event);
  }),
});
