/** Tokens used by requests to language models. */
export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/** The usage of a call, or of a campaign's calls together. */
export interface Usage extends TokenUsage {
  seconds: number;
  /** The carrier's charge in millionths of a US dollar; whole numbers keep sums exact. */
  carrierMicroUsd: number;
}

export const NO_USAGE: Usage = { seconds: 0, inputTokens: 0, outputTokens: 0, carrierMicroUsd: 0 };

const MICRO = 1_000_000;

/** Millionths of a dollar from a carrier's decimal text; 0 for anything else. */
export const microUsdOf = (decimal: string | undefined): number => {
  const usd = /^\d{1,9}(\.\d+)?$/.test(decimal ?? '') ? Number(decimal) : 0;
  return Math.round(usd * MICRO);
};

const usdOf = (microUsd: number): string => (microUsd / MICRO).toFixed(4);

const FIELDS = ['seconds', 'inputTokens', 'outputTokens', 'carrierMicroUsd'] as const satisfies (keyof Usage)[];

export const isNothing = (usage: Usage): boolean => FIELDS.every((field) => usage[field] === 0);

/** A call's usage since it was last counted. */
export const usageSince = (now: Usage, counted: Usage): Usage => ({
  seconds: now.seconds - counted.seconds,
  inputTokens: now.inputTokens - counted.inputTokens,
  outputTokens: now.outputTokens - counted.outputTokens,
  carrierMicroUsd: now.carrierMicroUsd - counted.carrierMicroUsd,
});

/** Adds the tokens of further requests to language models. */
export const withTokens = (usage: Usage, ...further: TokenUsage[]): Usage => ({
  ...usage,
  inputTokens: further.reduce((sum, { inputTokens }) => sum + inputTokens, usage.inputTokens),
  outputTokens: further.reduce((sum, { outputTokens }) => sum + outputTokens, usage.outputTokens),
});

/** Usage in the API's form. */
export const costOf = ({ seconds, inputTokens, outputTokens, carrierMicroUsd }: Usage) => ({
  seconds,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  carrier_usd: usdOf(carrierMicroUsd),
});
