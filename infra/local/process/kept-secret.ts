import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SECRET_BYTES = 48;
const OWNER_ONLY = 0o600;

/** A random secret that is made at the first start and kept with the state. */
export const keptSecret = (stateDir: string, name: string): string => {
  const file = join(stateDir, `${name}.secret`);
  if (!existsSync(file)) writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { mode: OWNER_ONLY });
  return readFileSync(file, 'utf8').trim();
};
