import type { DialResult } from '#shared/ports/telephony.ts';
import { hasCode, type Problem, type TelnyxFailure } from './failure.ts';

/** The dial limit of an account, and its limit of requests. */
const RATE_LIMITED = new Set(['10011', '90103']);
/** "Invalid phone number" and "Phone number must be in +E.164 format". */
const INVALID_NUMBER = new Set(['10002', '10016']);
/** "Duplicate resource": an earlier request may have placed the call. */
const DUPLICATE = new Set(['10012']);
/** Limits on concurrent calls or on calls a minute, of account, profile or connection. */
const LIMIT_REACHED = /(channel|call|rate) limit (exceeded|reached)|calls per minute|\bD(1|2|3|22)\b/i;
/** The 403 for a malformed callee number. */
const CALLEE_INVALID = /\bD11\b/;
/**
 * Service plan, whitelisted countries, a price a minute above the profile's highest (the one rate a minute that a profile
 * has), no route to the callee, and a prefix blocked against fraud.
 */
const CALLEE_NOT_ALLOWED = /\bD(12|13|24|40|41)\b|whitelisted countr/i;
/** The fields of both numbers, in a problem's place or its words. */
const CALLER = /\b(from|caller|origination)\b/i;
const CALLEE = /(^|\/)to(\/|$)/;
/** Of the request as a whole, whatever its words: a wrong key, and no credit. */
const ACCOUNT_STATUSES = new Set([401, 402]);
/** Telnyx began to read the request and may have acted on it. */
const REQUEST_TIMEOUT = 408;

const says = ({ problems }: TelnyxFailure, pattern: RegExp): boolean =>
  problems.some(({ title, detail }) => pattern.test(title) || pattern.test(detail));

const isUncertain = (failure: TelnyxFailure): boolean => {
  const { status } = failure;
  return status === undefined || status >= 500 || status === REQUEST_TIMEOUT || hasCode(failure, DUPLICATE);
};

const isLimited = (failure: TelnyxFailure): boolean =>
  failure.status === 429 || hasCode(failure, RATE_LIMITED) || says(failure, LIMIT_REACHED);

/** Whether the callee's number is invalid; the same codes are used for the caller's. */
const isInvalidCallee = (failure: TelnyxFailure): boolean => {
  const placeOf = ({ source }: Problem): string => source.pointer || source.parameter || '';
  const isOfCaller = (problem: Problem): boolean =>
    CALLER.test(placeOf(problem)) || (placeOf(problem) === '' && CALLER.test(problem.detail));
  const problems = failure.problems.filter((problem) => !isOfCaller(problem));
  return (
    hasCode({ ...failure, problems }, INVALID_NUMBER) ||
    problems.some((problem) => CALLEE.test(placeOf(problem))) ||
    says(failure, CALLEE_INVALID)
  );
};

/**
 * The result of a failed dial. Only the callee spends an attempt: whatever else Telnyx does not accept is a fault of
 * this account or its configuration, and would use up every contact of a campaign within minutes.
 * https://developers.telnyx.com/docs/voice/sip-trunking/troubleshooting/response-codes
 */
export const resultOfFailure = (failure: TelnyxFailure): DialResult => {
  const { status, nothingSent, reason } = failure;
  if (nothingSent) return { result: 'busy_carrier', reason };
  if (isUncertain(failure)) return { result: 'unknown', reason };
  if (isLimited(failure)) return { result: 'busy_carrier', reason };
  if (ACCOUNT_STATUSES.has(status as number)) return { result: 'not_accepted', reason };
  if (says(failure, CALLEE_NOT_ALLOWED)) return { result: 'refused', cause: 'rejected', reason };
  if (isInvalidCallee(failure)) return { result: 'refused', cause: 'invalid_number', reason };
  return { result: 'not_accepted', reason };
};
