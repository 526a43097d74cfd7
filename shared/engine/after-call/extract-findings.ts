import { NO_USAGE } from '#shared/domain/call/cost.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import {
  EXTRACTION_INSTRUCTIONS,
  type Extraction,
  extractionPrompt,
  extractionSchema,
} from '#shared/domain/extraction/extraction.ts';
import {
  LanguageModelError,
  type LanguageModels,
  type ModelChoice,
  type TokenUsage,
} from '#shared/ports/language-models.ts';
import type { Log } from '#shared/ports/log.ts';

export interface ExtractPorts {
  models: LanguageModels;
  log: Log;
}

/** What a language model found in a transcript. */
export interface Findings {
  extracted: Extraction;
  usage: TokenUsage;
  /** In plain words, why nothing was found although there was something to read. */
  error: string | null;
}

export const NOTHING_FOUND: Findings = {
  extracted: extractionSchema.parse({
    summary: null,
    do_not_call: false,
    do_not_call_evidence: null,
    contact: Object.fromEntries(Object.keys(extractionSchema.shape.contact.shape).map((name) => [name, null])),
    company: Object.fromEntries(Object.keys(extractionSchema.shape.company.shape).map((name) => [name, null])),
    custom_fields: [],
  }),
  usage: NO_USAGE,
  error: null,
};

const isBadOutput = (error: unknown): error is LanguageModelError =>
  error instanceof LanguageModelError && error.failure === 'bad_output';

/** An answer in a wrong form may be a slip of the model. */
const askTwiceForForm = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask();
  } catch (error) {
    if (isBadOutput(error)) return ask();
    throw error;
  }
};

/**
 * Asks the model that led the call. Where it cannot answer in the form, there are no findings, and they say why.
 * @throws LanguageModelError where it may be of use to ask later: the model is unavailable or late, or the key is refused,
 * which somebody will put right.
 */
export const extractFindings = async (
  { models, log }: ExtractPorts,
  choice: ModelChoice,
  transcript: TranscriptLine[],
): Promise<Findings> => {
  const request = { choice, instructions: EXTRACTION_INSTRUCTIONS, schema: extractionSchema };
  try {
    const ask = () => models.extract({ ...request, prompt: extractionPrompt(transcript) });
    const { output, ...usage } = await askTwiceForForm(ask);
    return { extracted: output, usage, error: null };
  } catch (error) {
    if (!isBadOutput(error)) throw error;
    log.error('A call is concluded without findings.', error, { ...choice });
    return { ...NOTHING_FOUND, error: `There is no summary, and nothing was extracted: ${error.message}` };
  }
};
