import { forbidden, invalid, notFound } from '#shared/domain/errors.ts';
import { type ApiKeyRecord, apiKeyKey, type Caller } from '#shared/store/access/tokens.ts';
import { type SlugRecord, slugKey, type TeamRecord, teamKey } from '#shared/store/accounts.ts';
import { type AssistantRecord, assistantKey } from '#shared/store/assistants.ts';
import { type CallRecord, callKey } from '#shared/store/call/calls.ts';
import { type CampaignControl, controlKey } from '#shared/store/campaign/campaigns.ts';
import { type CompanyRecord, companyKey } from '#shared/store/companies.ts';
import { type ContactRecord, contactKey } from '#shared/store/contact/contacts.ts';
import { type DeliveryRecord, deliveryKey } from '#shared/store/delivery/deliveries.ts';
import { phoneNumberKey, type ShownNumber } from '#shared/store/phone-numbers.ts';
import { type ErasureRecord, erasureKey } from '#shared/store/privacy/erasures.ts';
import { type RecordKey, readRecords } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/**
 * What an endpoint can have loaded by naming an input field. Plural ones come from a field that holds a list of ids.
 */
interface Loadable {
  account: SlugRecord;
  apiKey: ApiKeyRecord;
  team: TeamRecord;
  assistant: AssistantRecord;
  campaign: CampaignControl;
  /** `any…`: also when it was deleted; what it did can still be read. */
  anyCampaign: CampaignControl;
  anyContact: ContactRecord;
  anyAssistant: AssistantRecord;
  /** Also one that was deleted, or erased before. */
  erasableContact: ContactRecord;
  erasure: ErasureRecord;
  call: CallRecord;
  delivery: DeliveryRecord;
  company: CompanyRecord;
  contact: ContactRecord;
  contacts: ContactRecord[];
  /** Also one that was released. */
  phoneNumber: ShownNumber;
  /** To be used: those that were released, or are about to be, do not exist. */
  phoneNumbers: ShownNumber[];
}

type Kind = keyof Loadable;

export type LoadList<Input> = { [K in Kind]?: keyof Input & string };

/** The loaded resources; `undefined` where the input field is optional and was not given. */
export type Loaded<Input, Loads> = {
  [K in keyof Loads & Kind]: Loads[K] extends keyof Input
    ? undefined extends Input[Loads[K]]
      ? Loadable[K] | undefined
      : Loadable[K]
    : never;
};

const KINDS: Record<Kind, { key: (id: string) => RecordKey<object>; words: string }> = {
  account: { key: slugKey, words: 'account slug' },
  apiKey: { key: apiKeyKey, words: 'API key' },
  team: { key: teamKey, words: 'team' },
  assistant: { key: assistantKey, words: 'assistant' },
  campaign: { key: controlKey, words: 'campaign' },
  anyCampaign: { key: controlKey, words: 'campaign' },
  anyContact: { key: contactKey, words: 'contact' },
  anyAssistant: { key: assistantKey, words: 'assistant' },
  erasableContact: { key: contactKey, words: 'contact' },
  erasure: { key: erasureKey, words: 'erasure' },
  call: { key: callKey, words: 'call' },
  delivery: { key: deliveryKey, words: 'delivery' },
  company: { key: companyKey, words: 'company' },
  contact: { key: contactKey, words: 'contact' },
  contacts: { key: contactKey, words: 'contact' },
  phoneNumber: { key: phoneNumberKey, words: 'phone number' },
  phoneNumbers: { key: phoneNumberKey, words: 'phone number' },
};

interface Owned {
  account_id: string;
  team_id?: string;
  deleted_at?: string | null;
  erasure_id?: string;
  status?: string;
}

interface Reference {
  kind: Kind;
  field: string;
  id: string;
  /** Where in the input the id stands. */
  path: string;
}

const referencesOf = (loads: LoadList<Record<string, unknown>>, input: Record<string, unknown>): Reference[] =>
  Object.entries(loads).flatMap(([kind, field]) => {
    const value = input[field];
    if (value === undefined || value === null) return [];
    const ids = Array.isArray(value) ? (value as string[]) : [value as string];
    return ids.map((id, at) => ({
      kind: kind as Kind,
      field,
      id,
      path: Array.isArray(value) ? `${field}.${at}` : field,
    }));
  });

const UNBOUGHT = ['pending', 'dropping'];

/** Records in these states are not there for clients: a released claim, a number not bought, or no longer usable. */
const HIDDEN_STATUSES: Partial<Record<Kind, readonly string[]>> = {
  call: ['not_dialed'],
  phoneNumber: UNBOUGHT,
  phoneNumbers: [...UNBOUGHT, 'releasing', 'released'],
};

const exists = (kind: Kind | undefined, item: Owned | undefined): item is Owned =>
  item !== undefined &&
  (!item.deleted_at || (kind?.startsWith('any') === true && !item.erasure_id) || kind === 'erasableContact') &&
  (kind === undefined || item.status === undefined || HIDDEN_STATUSES[kind]?.includes(item.status) !== true);

/** Teams of one account are apart: the first team that the input names is the one that everything must belong to. */
const refuseOtherTeams = (references: Reference[], items: Owned[]): void => {
  const team = items.find((item) => item.team_id !== undefined)?.team_id;
  const strangers = references.filter((_, at) => items[at]?.team_id !== undefined && items[at].team_id !== team);
  if (strangers.length > 0) {
    throw invalid(
      strangers.map(({ kind, path }) => ({ path, message: `this ${KINDS[kind].words} belongs to another team` })),
    );
  }
};

/**
 * Tenancy, in one place: loads every resource that the input names and refuses the request if any belongs to another
 * account (403), does not exist (404), or belongs to another team than the rest (400).
 */
export const loadResources = async (
  table: () => TableReader,
  caller: Caller,
  loads: LoadList<Record<string, unknown>>,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const references = referencesOf(loads, input);
  if (references.length === 0) return {};
  const keys = references.map(({ kind, id }) => KINDS[kind].key(id));
  const items = (await readRecords(table(), keys)) as (Owned | undefined)[];
  if (items.some((item) => item !== undefined && item.account_id !== caller.accountId)) throw forbidden();
  const missing = references.find(({ kind }, at) => !exists(kind, items[at]));
  if (missing) throw notFound(`${missing.path}: the ${KINDS[missing.kind].words} "${missing.id}"`);
  const found = items as Owned[];
  refuseOtherTeams(references, found);
  return Object.fromEntries(
    Object.entries(loads).map(([kind, field]) => {
      const loaded = found.filter((_, at) => references[at]?.kind === kind);
      return [kind, Array.isArray(input[field]) ? loaded : loaded[0]];
    }),
  );
};
