import { EXTRACTION_INSTRUCTIONS, type Extraction, extractionSchema } from '#shared/domain/extraction/extraction.ts';
import type { AskedOfLlm } from './dialect.ts';

export const asksForExtraction = ({ instructions }: AskedOfLlm): boolean =>
  instructions.startsWith(EXTRACTION_INSTRUCTIONS);

const empty = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, null]));

/** An extraction with nothing but a summary. */
export const summaryAlone = (summary: string): string => {
  const extraction: Extraction = extractionSchema.parse({
    summary,
    do_not_call: false,
    do_not_call_evidence: null,
    callback_at: null,
    contact: empty(extractionSchema.shape.contact.shape),
    company: empty(extractionSchema.shape.company.shape),
    custom_fields: [],
  });
  return JSON.stringify(extraction);
};
