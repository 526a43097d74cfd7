import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Capability } from '#shared/runtime/capabilities.ts';

/** The file that imports every adapter and builds those a function declares. */
export const PORTS_FILE = 'shared/runtime/build-ports.ts';

/** Adapters, each with a client of its own, and the capabilities they serve. */
const ADAPTERS: Record<string, readonly Capability[]> = {
  'shared/store/dynamodb-table.ts': ['table:read', 'table:write'],
  'shared/runtime/queue-sender.ts': ['dialQueue:send', 'campaignQueue:send', 'callEventQueue:send'],
  'shared/runtime/campaign-wake-ups.ts': ['schedules:write'],
  'shared/providers/telephony/simulated-telephony.ts': ['telephony'],
};

/**
 * The adapters that a function with these capabilities never calls, as absolute paths.
 * @throws when an adapter or the file that imports them is not where this file says.
 */
export const unusedAdapters = (capabilities: readonly Capability[], projectRoot: string): string[] => {
  const missing = [PORTS_FILE, ...Object.keys(ADAPTERS)].filter((file) => !existsSync(join(projectRoot, file)));
  if (missing.length > 0)
    throw new Error(`infra/aws/bundle-adapters.ts names files that do not exist: ${missing.join(', ')}.`);
  return Object.entries(ADAPTERS)
    .filter(([, served]) => !served.some((capability) => capabilities.includes(capability)))
    .map(([file]) => join(projectRoot, file));
};
