import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

/** Replaces types by blanks, so that failures show exact lines and columns without source maps. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
  getCacheKey: (source, path, options) =>
    createHash('sha1')
      .update(source)
      .update(path)
      .update(process.version)
      .update(String(options.instrument))
      .digest('hex'),
};
