import type { TemplateId } from '#shared/domain/assistant/templates.ts';

interface TemplateWords {
  name: string;
  /** What an assistant of it does, in a line. */
  line: string;
}

export const TEMPLATE_WORDS: Record<TemplateId, TemplateWords> = {
  'outbound-setter': {
    name: 'Outbound setter',
    line: 'Calls people, finds out whether a short meeting makes sense, and agrees on a time.',
  },
  'inbound-support': {
    name: 'Inbound support',
    line: 'Answers calls, helps where it knows the facts, and takes down the rest.',
  },
  'follow-up': {
    name: 'Follow-up',
    line: 'Calls people who were in touch before, takes down what is open, and agrees on one next step.',
  },
  custom: {
    name: 'Custom',
    line: 'Takes and places calls with a plain prompt to build on.',
  },
};

/** What stands in the form at first; it is the API's default too. */
export const DEFAULT_TEMPLATE: TemplateId = 'custom';

export const TEMPLATE_IDS = Object.keys(TEMPLATE_WORDS) as TemplateId[];
