import { type Issue, listedIssues, Refusal, wordsOf } from '#shared/domain/errors.ts';
import { type BulkResult, DUPLICATE, showContact } from '#shared/schemas/contact.ts';
import type { KeptContact } from '#shared/store/contact/contacts.ts';

/** Problems that the result of one row lists. */
const ISSUES_PER_ROW_MAX = 10;

export const created = (index: number, contact: KeptContact): BulkResult => ({
  index,
  success: true,
  contact: showContact(contact),
  error: null,
  duplicate_of: null,
  issues: [],
});

export const refused = (index: number, all: Issue[]): BulkResult => {
  const issues = listedIssues(all, ISSUES_PER_ROW_MAX);
  return { index, success: false, contact: null, error: wordsOf(issues), duplicate_of: null, issues };
};

/** `holder`: the contact that has the number; null where that is a row which was not created. */
export const duplicate = (index: number, holder: string | null): BulkResult => {
  const message = holder === null ? 'an earlier row has this number' : `the contact "${holder}" has this number`;
  const issues = [{ path: 'phone', message }];
  return { index, success: false, contact: null, error: DUPLICATE, duplicate_of: holder, issues };
};

/** The result of a valid row that could not be written. */
export const unsaved = (index: number, error: unknown): BulkResult =>
  refused(index, [
    error instanceof Refusal
      ? { path: 'companyId', message: error.message }
      : { path: '', message: 'the row could not be saved this time; send it again' },
  ]);
