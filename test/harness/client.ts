import type { Issue } from '#shared/domain/errors.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Company } from '#shared/schemas/company.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { checkContract } from './contract.ts';
import { stack } from './stack/environment.ts';

/** Everything that bodies may hold. What an endpoint declares is there: the contract check has seen to it. */
export interface ReplyBody {
  success: boolean;
  error: string;
  issues: Issue[];
  assistant: Assistant;
  campaign: Campaign;
  campaigns: Campaign[];
  company: Company;
  companies: Company[];
  contact: Contact;
  contacts: Contact[];
  count: number;
  limit: number;
  offset: number;
  started: number;
  failed: number;
  calls: Call[];
  errors: string[];
  message: string;
  dryRun: boolean;
  provider: string;
  numbers: Record<string, unknown>[];
  phoneNumber: Record<string, unknown> & { id: string; phone_number: string };
  eligibility: Record<string, unknown>;
}

/** Before a suite's own first look at the clock, which is the stack's. */
stack();

export interface Reply {
  status: number;
  body: ReplyBody;
  headers: Headers;
}

type HeaderFields = Record<string, string>;

export interface Api {
  get(path: string, headers?: HeaderFields): Promise<Reply>;
  post(path: string, body?: unknown, headers?: HeaderFields): Promise<Reply>;
  put(path: string, body?: unknown, headers?: HeaderFields): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: HeaderFields): Promise<Reply>;
  /** A body that goes out as it is. */
  send(method: string, path: string, body: string | undefined, headers?: HeaderFields): Promise<Reply>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Requests under a token (none: without authorization); every reply is held to its endpoint's contract. */
export const apiClient = (token: string | undefined): Api => {
  const send: Api['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${stack().base_url}${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
    });
    const reply = { status: response.status, body: parse(await response.text()), headers: response.headers };
    checkContract(method, path, reply);
    return reply as Reply;
  };
  const json =
    (method: string) =>
    (path: string, body?: unknown, headers: HeaderFields = {}) =>
      send(method, path, body === undefined ? undefined : JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      });
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
  };
};

/** `?name=value&...` of what is defined. */
export const query = (parameters: Record<string, string | number | boolean | undefined>): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`;
};
