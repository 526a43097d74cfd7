/** Where a recording is kept: under its account, so that an account's recordings can be handed over or deleted together. */
export const recordingKey = (call: { account_id: string; id: string }, url: string): string =>
  `${call.account_id}/${call.id}.${/\.mp3$/i.test(new URL(url).pathname) ? 'mp3' : 'wav'}`;

const PLAIN_HTTP = 'http://';

/** The entry for whatever is at an address's host; where that was configured with plain http, it is fetched so too. */
export const recordingHostOf = (url: string | undefined): string[] => {
  if (url === undefined) return [];
  const { protocol, host } = new URL(url);
  return [protocol === 'http:' ? `${PLAIN_HTTP}${host}` : host];
};

/**
 * Whether an address is one of the carrier's own: events are signed, but a link in them is followed only to where the
 * carrier keeps recordings, over https. An entry is `host[:port]`, `*.domain` for every name below it, `host/path/` for a
 * part of a shared host, or one of these behind `http://`, which permits plain http too.
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
