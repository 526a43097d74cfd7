import type { OutputOf } from '#shared/client/client.ts';

/** A call with all that was said on it. */
export type Call = OutputOf<'getCall'>['call'];

/** A call of a list. */
export type CallRow = OutputOf<'listCalls'>['calls'][number];
