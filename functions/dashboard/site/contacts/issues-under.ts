import { issueSentence, type Problem } from '#functions/dashboard/site/api/problem.ts';

const PLACE = /^\d+$/;

/** A rule that begins with the name of what breaks it is told after a colon. */
const sentenceOf = (label: string, within: string, message: string): string => {
  if (within === '') return issueSentence(label, message);
  if (message.startsWith('"')) return issueSentence(`${label}:`, message);
  return issueSentence(`${label} ${PLACE.test(within) ? Number(within) + 1 : `"${within}"`}`, message);
};

/** What the server says of a field that holds others, and of those within it: `tags`, `tags.3`. */
export const issuesUnder = (problem: Problem | null, field: string, label: string): string | null => {
  const found = [...(problem?.issues ?? [])].filter(([path]) => path === field || path.startsWith(`${field}.`));
  const words = found.map(([path, message]) => sentenceOf(label, path.slice(field.length + 1), message));
  return words.length > 0 ? words.join(' ') : null;
};
