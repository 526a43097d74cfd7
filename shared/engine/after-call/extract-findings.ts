import { NO_USAGE } from '#shared/domain/call/cost.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import type { CallTimes } from '#shared/domain/extraction/callback-finding.ts';
import {
  type Extraction,
  extractionInstructions,
  extractionPrompt,
  extractionSchema,
} from '#shared/domain/extraction/extraction.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { LanguageModelError, type ModelChoice, type TokenUsage } from '#shared/ports/language-models.ts';

export type ExtractPorts = Needs<'models' | 'log'>;

/** A language model's reading of a transcript. */
export interface Findings {
  extracted: Extraction;
  usage: TokenUsage;
  /** Why the extraction failed, for people; null if it did not. */
  error: string | null;
}

export const NOTHING_FOUND: Findings = {
  extracted: extractionSchema.parse({
    summary: null,
    do_not_call: false,
    do_not_call_evidence: null,
    callback_at: null,
    contact: Object.fromEntries(Object.keys(extractionSchema.shape.contact.shape).map((name) => [name, null])),
    company: Object.fromEntries(Object.keys(extractionSchema.shape.company.shape).map((name) => [name, null])),
    custom_fields: [],
  }),
  usage: NO_USAGE,
  error: null,
};

/** Of a person who answered and said nothing, so that nobody waits for a summary. */
export const NOTHING_SAID: Findings = {
  ...NOTHING_FOUND,
  error: 'There is no summary: the other party said nothing.',
};

const isBadOutput = (error: unknown): error is LanguageModelError =>
  error instanceof LanguageModelError && error.failure === 'bad_output';

/** Asks a second time after malformed output, which may be a one-off slip. */
const retryBadOutput = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask();
  } catch (error) {
    if (isBadOutput(error)) return ask();
    throw error;
  }
};

/**
 * Asks the model that led the call. Output that is malformed twice gives no findings and an `error`.
 * @throws LanguageModelError when asking later may help: the model is unavailable or slow, or the key is refused, which
 * an operator will fix.
 */
export const extractFindings = async (
  { models, log }: ExtractPorts,
  choice: ModelChoice,
  transcript: TranscriptLine[],
  times: CallTimes,
): Promise<Findings> => {
  const request = { choice, instructions: extractionInstructions(times), schema: extractionSchema };
  try {
    const ask = () => models.extract({ ...request, prompt: extractionPrompt(transcript) });
    const { output, ...usage } = await retryBadOutput(ask);
    return { extracted: output, usage, error: null };
  } catch (error) {
    if (!isBadOutput(error)) throw error;
    log.error('The model returned malformed findings twice; the call gets none.', error, { ...choice });
    return { ...NOTHING_FOUND, error: `There is no summary, and nothing was extracted: ${error.message}` };
  }
};
