import type { Encoding } from '#shared/ports/site-files.ts';

/** The smallest first. */
const PREFERRED: readonly Encoding[] = ['br', 'gzip'];

const REFUSED = /^q=0(?:\.0*)?$/;

/** The encoding in which a file is sent to whoever takes these; unpacked to whoever names none that we have. */
export const encodingFor = (acceptEncoding = ''): Encoding => {
  const taken = acceptEncoding.split(',').flatMap((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => REFUSED.test(parameter)) ? [] : [name];
  });
  return PREFERRED.find((encoding) => taken.includes(encoding)) ?? 'identity';
};
