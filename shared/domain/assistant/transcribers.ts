/** How speech becomes text, as the assistant names it: `transcriptor_provider`, `_model`, `_language` (BCP-47). */
export interface Transcriber {
  provider: string;
  model: string;
  language: string;
}

export interface TranscriberModel {
  /** Codes of the languages that it can be set to; where it cannot be set to any, it detects these itself. */
  languages: readonly string[];
  /** Understood when the language is left to detection, though it has no code of its own. */
  detected?: readonly string[];
}

/** What a carrier can transcribe with, by provider and model, the recommended model of a provider first. */
export type TranscriberModels<Model extends TranscriberModel = TranscriberModel> = ReadonlyMap<
  string,
  ReadonlyMap<string, Model>
>;

/** Codes that mean one language to different vendors. */
const SYNONYMS = [
  ['no', 'nb', 'nn'],
  ['he', 'iw'],
  ['fil', 'tl'],
];

export const primarySubtag = (code: string): string => code.toLowerCase().split(/[-_]/)[0] ?? '';

const synonymsOf = (primary: string): string[] => SYNONYMS.find((group) => group.includes(primary)) ?? [primary];

/** The code for a language: itself, the language without its region, or another region of it; undefined for none. */
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

/** Why calls cannot be transcribed like this, naming what would work; null when they can. API clients may name anything. */
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
