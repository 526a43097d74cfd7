import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import document from './openapi.json' with { type: 'json' };

export const getOpenapi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'System',
  summary: 'Read this API as an OpenAPI 3.1 document; needs no token',
  role: null,
  auth: 'none',
  output: z.looseObject({ openapi: z.string().meta({ examples: ['3.1.0'] }) }),
  uses: [],
  async handle() {
    return document;
  },
});
