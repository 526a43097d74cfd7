/** What a page may load and do, as a Content-Security-Policy says it. */
type Directives = Record<string, string>;

const NOWHERE = "'none'";
const OWN = "'self'";

/** Nobody frames a page, no form leaves it, and what it does not name it does not load. */
const CLOSED: Directives = {
  'default-src': NOWHERE,
  'base-uri': NOWHERE,
  'form-action': NOWHERE,
  'frame-ancestors': NOWHERE,
};

const written = (directives: Directives): string =>
  Object.entries({ ...CLOSED, ...directives })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** Nothing inline, nothing of others but recordings, and no text that becomes markup or code. */
export const dashboardPolicy = (recordingsOrigin: string): string =>
  written({
    'script-src': OWN,
    'style-src': OWN,
    'img-src': OWN,
    'connect-src': OWN,
    'media-src': `${OWN} ${recordingsOrigin}`,
    'require-trusted-types-for': "'script'",
    'trusted-types': NOWHERE,
  });

/** As closed as Redoc lets it be: it writes styles into the page, draws with data URLs and searches in a worker. */
export const referencePolicy = (): string =>
  written({
    'script-src': OWN,
    'style-src': `${OWN} 'unsafe-inline'`,
    'img-src': `${OWN} data:`,
    'connect-src': OWN,
    'worker-src': `${OWN} blob:`,
  });
