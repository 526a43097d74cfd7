import type { Transcriber } from '#shared/ports/telephony.ts';

export interface TranscriberModel {
  /** Codes of the languages that it can be set to; a model without that setting detects these itself. */
  languages: readonly string[];
  /** Languages without a code, understood only through detection. */
  detected?: readonly string[];
}

/** A carrier's transcription models by provider and name; a provider's recommended model comes first. */
export type TranscriberModels<Model extends TranscriberModel = TranscriberModel> = ReadonlyMap<
  string,
  ReadonlyMap<string, Model>
>;

/** Different vendors' codes for the same language. */
const SYNONYMS = [
  ['no', 'nb', 'nn'],
  ['he', 'iw'],
  ['fil', 'tl'],
];

export const primarySubtag = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? '';

const synonymsOf = (primary: string): string[] => SYNONYMS.find((group) => group.includes(primary)) ?? [primary];

/** The known code for a language: the same, without its region, or of another region; undefined for none. */
export const codeFor = (language: string, known: readonly string[]): string | undefined => {
  const primary = primarySubtag(language);
  return (
    known.find((code) => code.toLowerCase() === language.toLowerCase()) ??
    known.find((code) => code === primary) ??
    known.find((code) => synonymsOf(primary).includes(primarySubtag(code)))
  );
};

const understands = ({ languages, detected = [] }: TranscriberModel, language: string): boolean =>
  codeFor(language, [...languages, ...detected]) !== undefined;

const modelsFor = (language: string, offered: TranscriberModels): string[] =>
  [...offered].flatMap(([provider, models]) =>
    [...models].filter(([, model]) => understands(model, language)).map(([name]) => `${provider} ${name}`),
  );

/** Why calls cannot use this transcriber, with alternatives; else null. Needed because the API accepts any names. */
export const transcriberProblem = (
  { provider, model, language }: Transcriber,
  offered: TranscriberModels,
): string | null => {
  const models = offered.get(provider);
  if (!models) {
    return `transcriptor_provider "${provider}" cannot be used for calls; use one of ${[...offered.keys()].join(', ')}.`;
  }
  const found = models.get(model);
  if (!found) {
    return `transcriptor_model "${model}" of ${provider} cannot be used for calls; use one of ${[...models.keys()].join(', ')}.`;
  }
  if (understands(found, language)) return null;
  const others = modelsFor(language, offered);
  const advice = others.length > 0 ? `; these do: ${others.join(', ')}` : ', nor does any other model';
  return `transcriptor_language "${language}" is not understood by ${provider} ${model}${advice}.`;
};
