import { provide } from '#shared/runtime/build-ports.ts';
import { requestLimit } from '#shared/runtime/env.ts';

provide('requestLimit', () => ({ requestLimit: requestLimit() }));
