import { type PromptSubjects, renderPrompt } from '#shared/domain/assistant/prompt-variables.ts';
import { VARIABLE_FIELDS } from './offered-variables.ts';

/** A stretch of a rendered prompt. */
export interface Piece {
  /** As the call has it. */
  text: string;
  /** The variable that it came from; null for the prompt's own words. */
  variable: string | null;
}

const VARIABLE = / ?\{\{([^{}]*)\}\}/g;
const PUNCTUATION = /[,.!?;:]/;

const own = (text: string, subjects: PromptSubjects): Piece[] =>
  text === '' ? [] : [{ text: renderPrompt(text, subjects), variable: null }];

/** The space before a variable is the variable's, because it goes with an empty one before punctuation. */
const inserted = (match: string, next: string, subjects: PromptSubjects): string =>
  renderPrompt(match + next, subjects).slice(0, next === '' ? undefined : -1);

const cut = (template: string, subjects: PromptSubjects): Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, 1: path = '', index } of template.matchAll(VARIABLE)) {
    pieces.push(...own(template.slice(end, index), subjects));
    end = index + match.length;
    const next = template.charAt(end);
    const text = inserted(match, PUNCTUATION.test(next) ? next : '', subjects);
    pieces.push({ text, variable: path.trim() });
  }
  return [...pieces, ...own(template.slice(end), subjects)];
};

/**
 * A prompt as a call would have it, in pieces that tell what was filled in. Together they are what `renderPrompt` gives;
 * where pieces would read otherwise than the whole, the whole is one piece.
 */
export const previewPieces = (template: string, subjects: PromptSubjects): Piece[] => {
  const whole = renderPrompt(template, subjects);
  const pieces = cut(template, subjects);
  return pieces.map(({ text }) => text).join('') === whole ? pieces : [{ text: whole, variable: null }];
};

export const isEmpty = ({ text, variable }: Piece): boolean => variable !== null && text.trim() === '';

const isKnown = (root: string, field: string | undefined): boolean => {
  const fields = Object.entries(VARIABLE_FIELDS).find(([name]) => name === root)?.[1] as readonly string[] | undefined;
  return field !== undefined && fields?.includes(field) === true;
};

/** Says why nothing stands where a variable was. */
export const emptyWords = (variable: string): string => {
  const [root = '', field] = variable.split(/[.[]/).map((step) => step.trim());
  if (root === 'variables') return `${variable}: empty, only a call through the API gives it`;
  if (!isKnown(root, field)) return `${variable || '{{}}'}: empty, there is no such variable`;
  return root === 'campaign' ? `${variable}: empty outside a campaign` : `${variable}: empty`;
};
