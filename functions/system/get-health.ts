import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { version } from '#shared/runtime/version.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health',
  tag: 'System',
  summary: 'Check that the service is up; needs no token',
  role: null,
  auth: 'none',
  output: z.object({
    success,
    status: z.literal('ok').meta({ examples: ['ok'] }),
    version: z.string().meta({ description: 'The release that answers.', examples: ['1.2.0'] }),
  }),
  uses: [],
  handle: async () => ({ success: true as const, status: 'ok' as const, version }),
});
