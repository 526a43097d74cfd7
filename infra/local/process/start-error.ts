/** The service cannot start; the message tells the person who started it why. */
export class StartError extends Error {}

const SQLITE_FULL = 13;
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** One line that tells the person who started the service what failed and what to do. */
export const explain = (error: unknown, stateDir: string): string => {
  if (error instanceof StartError) return error.message;
  const { code, errcode, message } = error as NodeJS.ErrnoException & { errcode?: number };
  if (code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL) {
    return `The disk that holds ${stateDir} is full. Free some space, or set STATE_DIR to a folder elsewhere.`;
  }
  if (code && UNWRITABLE.has(code)) {
    return `The state folder ${stateDir} cannot be written (${code}). Fix its permissions, or set STATE_DIR to another folder.`;
  }
  return `The service could not start: ${message ?? String(error)}`;
};
