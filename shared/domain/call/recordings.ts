/** A recording's key, which starts with its account, so that its recordings can be exported or deleted together. */
export const recordingKey = (call: { account_id: string; id: string }, url: string): string =>
  `${call.account_id}/${call.id}.${/\.mp3$/i.test(new URL(url).pathname) ? 'mp3' : 'wav'}`;

const PLAIN_HTTP = 'http://';

/** The `isCarriersRecording` entry for a URL's host; a plain-http URL permits plain http. */
export const recordingHostOf = (url: string | undefined): string[] => {
  if (url === undefined) return [];
  const { protocol, host } = new URL(url);
  return [protocol === 'http:' ? `${PLAIN_HTTP}${host}` : host];
};

/**
 * Whether a URL is one of the carrier's recordings: even links in signed events are followed only to the listed hosts,
 * over https. An entry is `host[:port]`, `*.domain` for every name below it, `host/path/` for a part of a shared host,
 * or one of these after `http://`, which permits plain http too.
 */
export const isCarriersRecording = (url: string, hosts: readonly string[]): boolean => {
  const parsed = URL.parse(url);
  if (!parsed || parsed.username || parsed.password) return false;
  return hosts.some((entry) => {
    const isPlain = entry.startsWith(PLAIN_HTTP);
    if (parsed.protocol !== 'https:' && !(isPlain && parsed.protocol === 'http:')) return false;
    const [host = '', ...path] = entry.slice(isPlain ? PLAIN_HTTP.length : 0).split('/');
    const isHost = host.startsWith('*.') ? parsed.hostname.endsWith(host.slice(1)) : parsed.host === host;
    return isHost && parsed.pathname.startsWith(`/${path.join('/')}`);
  });
};
