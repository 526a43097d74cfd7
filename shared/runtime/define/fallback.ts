import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import { wrapHttp } from '#shared/runtime/http/http.ts';

/** The function behind API Gateway's `$default` route: every request that no endpoint takes. */
export interface Fallback {
  kind: 'fallback';
  summary: string;
  uses: readonly [];
  handler: (event: APIGatewayProxyEventV2, context: LambdaContext) => Promise<APIGatewayProxyStructuredResultV2>;
}

export const defineFallback = (definition: {
  summary: string;
  refuse(event: APIGatewayProxyEventV2): Error;
}): Fallback => ({
  kind: 'fallback',
  summary: definition.summary,
  uses: [],
  handler: wrapHttp(async (event) => {
    throw definition.refuse(event);
  }),
});
