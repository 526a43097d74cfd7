import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

const API_ID = 'local';
const ACCOUNT_ID = '000000000000';
const STAGE = '$default';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const TEXT_TYPE = /^(text\/|application\/(.*\+)?(json|xml|javascript)\b|application\/x-www-form-urlencoded\b)/i;

/** A path with a percent sign that starts no encoded character. */
export class BadEscape extends Error {}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadEscape(`"${text}" has a percent sign that is not part of an encoded character.`);
  }
};

/** Splits a request target at the question mark. */
export const splitTarget = (target: string): { rawPath: string; rawQueryString: string } => {
  const mark = target.indexOf('?');
  return mark < 0
    ? { rawPath: target, rawQueryString: '' }
    : { rawPath: target.slice(0, mark), rawQueryString: target.slice(mark + 1) };
};

const decodeEntries = (entries: [string, string][]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name, decode(value)]));

/** A function checks its query itself; what cannot be decoded reaches it as it was written. */
const decodeIfPossible = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const queryParameters = (rawQueryString: string): Record<string, string> | undefined => {
  const values = new Map<string, string[]>();
  for (const pair of rawQueryString.split('&').filter(Boolean)) {
    const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=');
    const key = decodeIfPossible(name);
    values.set(key, [...(values.get(key) ?? []), decodeIfPossible(rest.join('='))]);
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries([...values].map(([name, all]) => [name, all.join(',')]));
};

export const headersOf = (request: IncomingMessage): { headers: Record<string, string>; cookies: string[] } => {
  const { cookie, ...others } = request.headersDistinct;
  const headers = Object.entries(others).map(([name, values]) => [name, (values ?? []).join(',')]);
  const cookies = (cookie ?? []).flatMap((line) => line.split(';')).map((one) => one.trim());
  return { headers: Object.fromEntries(headers), cookies: cookies.filter(Boolean) };
};

const bodyOf = (bytes: Buffer, contentType = ''): Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'> => {
  if (bytes.length === 0) return { isBase64Encoded: false };
  if (TEXT_TYPE.test(contentType) && isUtf8(bytes)) return { body: bytes.toString('utf8'), isBase64Encoded: false };
  return { body: bytes.toString('base64'), isBase64Encoded: true };
};

/** `12/Mar/2026:19:03:58 +0000` */
const logTime = (now: Date): string => {
  const [year, , day] = now.toISOString().slice(0, 10).split('-');
  return `${day}/${MONTHS[now.getUTCMonth()]}/${year}:${now.toISOString().slice(11, 19)} +0000`;
};

interface EventSource {
  request: IncomingMessage;
  bytes: Buffer;
  /** `POST /a/{id}`, or `$default`. */
  routeKey: string;
  rawParameters: Record<string, string>;
  requestId: string;
  now: Date;
}

/**
 * A request as API Gateway's HTTP APIs pass it to a function (payload format 2.0).
 * @throws BadEscape if the path cannot be decoded.
 */
export const toEvent = (source: EventSource): APIGatewayProxyEventV2 => {
  const { request, bytes, routeKey, rawParameters, requestId, now } = source;
  const { rawPath, rawQueryString } = splitTarget(request.url ?? '/');
  const { headers, cookies } = headersOf(request);
  const query = queryParameters(rawQueryString);
  const parameters = decodeEntries(Object.entries(rawParameters));
  const domainName = (headers.host ?? 'localhost').replace(/:\d+$/, '');
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: ACCOUNT_ID,
      apiId: API_ID,
      domainName,
      domainPrefix: domainName.split('.')[0] ?? domainName,
      http: {
        method: request.method ?? 'GET',
        path: decode(rawPath),
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: STAGE,
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
    ...bodyOf(bytes, headers['content-type']),
  };
};
