import { counted } from '#functions/dashboard/site/format/words.ts';

export interface PreviewReason {
  /** Why, for so many contacts. */
  words: string;
  /** Who they are. */
  contacts: string[];
}

/** `Contact cont_1 (Ada Example) was skipped: do-not-call flag is set.` */
const ABOUT_CONTACT = /^Contact (\S+)(?: \((.*)\))? (was skipped|waits until .+?): (.*?)\.?$/s;

const API_ADVICE = / ?PATCH \S+ changes it\./g;

/** The dry run's own sentence, without advice for programs. */
export const previewMessage = (message: string): string => message.replace(API_ADVICE, '');

/** The sentences of a dry run put together by reason: who is held back by each. */
export const previewReasons = (errors: readonly string[]): PreviewReason[] => {
  const reasons = new Map<string, string[]>();
  for (const error of errors) {
    const [, id, name, what, why] = ABOUT_CONTACT.exec(error) ?? [];
    const reason = why === undefined ? error : `${what?.startsWith('waits') ? 'waits' : 'skipped'}: ${why}`;
    const contacts = reasons.get(reason) ?? [];
    if (id !== undefined) contacts.push(name ?? id);
    reasons.set(reason, contacts);
  }
  return [...reasons].map(([reason, contacts]) => ({
    words: contacts.length === 0 ? reason : `${counted(contacts.length, 'contact')} ${reason}`,
    contacts,
  }));
};
