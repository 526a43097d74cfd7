import * as z from 'zod';
import type { SpokenLine } from '#shared/domain/call/event-data.ts';
import { findOptOutPhrase } from '#shared/domain/conversation/opt-out-request.ts';
import { utterancesOf } from '#shared/domain/conversation/utterances.ts';
import { type CallTimes, callbackFound } from './callback-finding.ts';
import type { Extraction } from './extraction.ts';
import {
  checkFound,
  EVIDENCE_MAX_CHARS,
  type FieldRules,
  type Found,
  isCustomFieldName,
  isQuote,
  type RejectionReason,
} from './extraction-rules.ts';

const SUMMARY_MAX_CHARS = 2_000;
export const CUSTOM_FIELDS_PER_CALL_MAX = 10;
/** A call adds no custom field to a contact that has this many. */
export const CUSTOM_FIELDS_MAX = 100;

type Fields<Group extends 'contact' | 'company', Value> = Record<keyof Extraction[Group], Value>;
type CustomFields = Record<string, unknown>;

interface AppliedExtraction {
  summary: string | null;
  /** `custom_fields` holds all of them, so write this only if the contact has not changed meanwhile. */
  contactChanges: Partial<Fields<'contact', string>> & { custom_fields?: CustomFields };
  companyChanges: Partial<Fields<'company', string>>;
  accepted: {
    contact: Record<string, Found>;
    company: Record<string, Found>;
    custom_fields: Record<string, Found>;
    do_not_call: Found<true> | null;
    /** An instant, ISO 8601 UTC. */
    callback_at: Found | null;
  };
  /** Holds no values, so it may be logged. */
  rejected: { field: string; reason: RejectionReason }[];
  optOut: boolean;
}

/** One value from the model, accepted or rejected. */
interface Finding {
  field: string;
  name: string;
  result: Found | RejectionReason;
}

const acceptedOf = (findings: Finding[]): Record<string, Found> =>
  Object.fromEntries(
    findings.flatMap(({ name, result }) => (typeof result === 'string' ? [] : [[name, result] as const])),
  );

const rejectedOf = (findings: Finding[]): AppliedExtraction['rejected'] =>
  findings.flatMap(({ field, result }) => (typeof result === 'string' ? [{ field, reason: result }] : []));

const valuesOf = (findings: Finding[]): Record<string, string> =>
  Object.fromEntries(Object.entries(acceptedOf(findings)).map(([name, { value }]) => [name, value]));

const isEmpty = (present: unknown): boolean =>
  present == null || (typeof present === 'string' && present.trim() === '');

interface Group<Name extends string> {
  name: 'contact' | 'company';
  rules: Record<Name, z.ZodType>;
  found: NoInfer<Record<Name, Found | null>>;
  present: NoInfer<Record<Name, unknown>> | null;
}

const findFields = <Name extends string>(group: Group<Name>, utterances: string[]): Finding[] =>
  (Object.keys(group.rules) as Name[]).flatMap((name) => {
    const found = group.found[name];
    if (!found || !group.present) return [];
    const isFree = isEmpty(group.present[name]);
    const result = isFree ? checkFound(found, group.rules[name], utterances) : 'already_known';
    return [{ field: `${group.name}.${name}`, name, result }];
  });

const findCustomField = (
  name: string,
  found: Found,
  present: CustomFields,
  rules: FieldRules,
  utterances: string[],
): Finding => {
  // Without its name, which the model has chosen and may have made of a person's.
  const field = 'contact.custom_fields';
  if (!isCustomFieldName(name, rules)) return { field, name, result: 'not_allowed' };
  const isFree = !Object.hasOwn(present, name);
  const result = isFree ? checkFound(found, z.string(), utterances) : 'already_known';
  return { field, name, result };
};

/** Normalises the spelling: `Preferred day` becomes `preferred_day`. */
const fieldName = (spelled: string): string =>
  spelled
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

const findCustomFields = (
  given: Extraction['custom_fields'],
  present: CustomFields,
  rules: FieldRules,
  utterances: string[],
) => {
  const room = Math.min(CUSTOM_FIELDS_PER_CALL_MAX, CUSTOM_FIELDS_MAX - Object.keys(present).length);
  const findings: Finding[] = [];
  let fields = present;
  for (const { name, ...found } of given) {
    const finding = findCustomField(fieldName(name), found, fields, rules, utterances);
    if (typeof finding.result !== 'string') {
      const grown = { ...fields, [finding.name]: finding.result.value };
      const isRoomLeft = Object.keys(acceptedOf(findings)).length < room;
      if (isRoomLeft && rules.customFields.safeParse(grown).success) fields = grown;
      else finding.result = 'too_many';
    }
    findings.push(finding);
  }
  return { findings, fields };
};

const optOutFound = (extracted: Extraction, transcript: SpokenLine[]): Found<true> | null => {
  const quote = extracted.do_not_call_evidence ?? '';
  const isProvenByModel = extracted.do_not_call && isQuote(quote, utterancesOf(transcript));
  const evidence = findOptOutPhrase(transcript) ?? (isProvenByModel ? quote : null);
  return evidence === null ? null : { value: true, evidence: evidence.slice(0, EVIDENCE_MAX_CHARS) };
};

/** Who does not want to be called is not called back. */
const callbackUnless = (isOptOut: boolean, found: ReturnType<typeof callbackFound>) =>
  isOptOut && found !== null ? 'not_allowed' : found;

const NOTHING: AppliedExtraction = {
  summary: null,
  contactChanges: {},
  companyChanges: {},
  accepted: { contact: {}, company: {}, custom_fields: {}, do_not_call: null, callback_at: null },
  rejected: [],
  optOut: false,
};

/**
 * The changes that a call may make. Model and transcript are untrusted: a value must be for a listed field that is
 * still empty, pass the field's API rule, and quote the other party; do-not-call is only ever set. A null record gets
 * nothing, and without words of the other party nothing is applied.
 */
export const applyExtraction = (call: {
  extracted: Extraction;
  transcript: SpokenLine[];
  contact: (Fields<'contact', unknown> & { custom_fields: CustomFields }) | null;
  company: Fields<'company', unknown> | null;
  rules: FieldRules;
  times: CallTimes;
}): AppliedExtraction => {
  const { extracted, transcript, contact, company, rules, times } = call;
  const utterances = utterancesOf(transcript);
  if (utterances.length === 0) return NOTHING;
  const ofContact = findFields(
    { name: 'contact', rules: rules.contact, found: extracted.contact, present: contact },
    utterances,
  );
  const ofCompany = findFields(
    { name: 'company', rules: rules.company, found: extracted.company, present: company },
    utterances,
  );
  const given = contact ? extracted.custom_fields : [];
  const custom = findCustomFields(given, contact?.custom_fields ?? {}, rules, utterances);
  const doNotCall = optOutFound(extracted, transcript);
  const callback = callbackUnless(doNotCall !== null, callbackFound(extracted.callback_at, times, utterances));
  const accepted = {
    contact: acceptedOf(ofContact),
    company: acceptedOf(ofCompany),
    custom_fields: acceptedOf(custom.findings),
    do_not_call: doNotCall,
    callback_at: typeof callback === 'string' ? null : callback,
  };
  const isOptOutUnproven = extracted.do_not_call && doNotCall === null;
  const isCustomGrown = Object.keys(accepted.custom_fields).length > 0;
  return {
    summary: extracted.summary?.trim().slice(0, SUMMARY_MAX_CHARS) || null,
    contactChanges: { ...valuesOf(ofContact), ...(isCustomGrown && { custom_fields: custom.fields }) },
    companyChanges: valuesOf(ofCompany),
    accepted,
    rejected: [
      ...(isOptOutUnproven ? [{ field: 'do_not_call', reason: 'no_evidence' as const }] : []),
      ...(typeof callback === 'string' ? [{ field: 'callback_at', reason: callback }] : []),
      ...rejectedOf([...ofContact, ...ofCompany, ...custom.findings]),
    ],
    optOut: doNotCall !== null,
  };
};
