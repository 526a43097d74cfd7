import type { Log } from '#shared/ports/log.ts';

const nothing = (): void => undefined;

/** For whoever looks at what was done, and not at what was told of it. */
export const SILENT_LOG: Log = { info: nothing, warn: nothing, error: nothing, about: nothing };
