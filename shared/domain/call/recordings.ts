/**
 * The storage key of a recording. It begins with the account, so one account's recordings can be exported or deleted
 * together.
 */
export const recordingKeyOf = (call: { account_id: string; id: string }, extension: string): string =>
  `${call.account_id}/${call.id}.${extension}`;

/** Every key under which there may be a copy of a call's recording. */
export const recordingKeysOf = (call: { account_id: string; id: string }): string[] =>
  ['wav', 'mp3'].map((extension) => recordingKeyOf(call, extension));

/** In which form the carrier has recorded. */
export const recordingExtension = (url: string): string => (/\.mp3$/i.test(new URL(url).pathname) ? 'mp3' : 'wav');

const PLAIN_HTTP = 'http://';

/** The `isCarriersRecording` entry for a URL's host; a plain-http URL permits plain http. */
export const recordingHostOf = (url: string | undefined): string[] => {
  if (url === undefined) return [];
  const { protocol, host } = new URL(url);
  return [protocol === 'http:' ? `${PLAIN_HTTP}${host}` : host];
};

/**
 * Links, even in signed events, are followed only to the listed hosts. An entry is `host[:port]`, `*.domain` or
 * `host/path/`, perhaps after `http://`, which permits more than https.
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
