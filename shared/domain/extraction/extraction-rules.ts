import type * as z from 'zod';
import type { Extraction } from './extraction.ts';

export const EVIDENCE_MAX_CHARS = 500;
/** Enough for any fact worth keeping, too short for text that could steer the next call's assistant. */
const EXTRACTED_VALUE_MAX_CHARS = 200;

export type RejectionReason = 'already_known' | 'no_evidence' | 'invalid' | 'not_allowed' | 'too_many';

/** A value, and the other party's words that prove it. */
export interface Found<Value = string> {
  value: Value;
  evidence: string;
}

/** The API's rules for the only fields that a call may fill. */
export interface FieldRules {
  contact: Record<keyof Extraction['contact'], z.ZodType>;
  company: Record<keyof Extraction['company'], z.ZodType>;
  /** For all of a contact's custom fields together. */
  customFields: z.ZodType;
  /** Names of our own fields; a custom field of such a name would pass for one in a prompt. */
  ownFields: ReadonlySet<string>;
}

const CUSTOM_FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const SENSITIVE_NAME = /phone|mobile|fax|password|passcode|card|iban|ssn|(^|_)id$/;
/** Phone, card and account numbers; postal codes have nine digits at most. */
const LONG_NUMBER = /(\d[\s().-]*){10}/;
const ISO_DATE = /\d{4}-\d{2}-\d{2}/g;
const CONTROL_CHARACTER = /\p{C}/u;

/** Whether a custom field may have this name. */
export const isCustomFieldName = (name: string, { ownFields }: FieldRules): boolean =>
  CUSTOM_FIELD_NAME.test(name) && name !== 'constructor' && !ownFields.has(name) && !SENSITIVE_NAME.test(name);

/** A text's words in lower case, each between spaces, without punctuation. */
const wordsOf = (text: string): string => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['\u2019]/g, '');
  return ` ${words.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()} `;
};

/** Whether one utterance contains these words, whole and in this order. */
export const isQuote = (evidence: string, utterances: string[]): boolean =>
  wordsOf(evidence).trim() !== '' && utterances.some((text) => wordsOf(text).includes(wordsOf(evidence)));

/** The value as parsed by its field's rule, or the reason for its rejection. */
export const checkFound = (found: Found, rule: z.ZodType, utterances: string[]): Found | RejectionReason => {
  if (!isQuote(found.evidence, utterances)) return 'no_evidence';
  const value = found.value.trim();
  if (value === '' || value.length > EXTRACTED_VALUE_MAX_CHARS || CONTROL_CHARACTER.test(value)) return 'invalid';
  if (LONG_NUMBER.test(value.replace(ISO_DATE, ' '))) return 'not_allowed';
  const parsed = rule.safeParse(value);
  if (!parsed.success || typeof parsed.data !== 'string') return 'invalid';
  return { value: parsed.data, evidence: found.evidence.slice(0, EVIDENCE_MAX_CHARS) };
};
