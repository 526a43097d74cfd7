import type { Transcriber, TranscriberCheck } from '#shared/ports/telephony.ts';
import {
  codeFor,
  primarySubtag,
  type TranscriberModel,
  type TranscriberModels,
  transcriberProblem,
} from '#shared/providers/telephony/transcriber-check.ts';

interface TelnyxModel extends TranscriberModel {
  /** The engine of `transcription_start`; absent if only hosted conversations have the model. */
  engine?: string;
  /** Fixed fields of the engine's configuration, besides its name. */
  config?: Readonly<Record<string, string | boolean>>;
  /** The language value that asks for detection. */
  detection?: string;
  detectsOnly?: boolean;
}

const codes = (list: string): string[] => list.split(' ');

const interim = (model: string) => ({ transcription_model: model, interim_results: true });

/** Language lists come from the `telnyx` package 7.24.0, `resources/calls/actions.d.ts`. */
const NOVA_3: TelnyxModel = {
  engine: 'Deepgram',
  config: { transcription_engine: 'deepgram/nova-3', ...interim('deepgram/nova-3') },
  languages: codes('en-US en-AU en-GB en-IN en-NZ de nl sv-SE da-DK es es-419 fr fr-CA pt-BR pt-PT'),
  detected: codes('hi it ja ru'),
  detection: 'auto_detect',
};

const NOVA_2: TelnyxModel = {
  engine: 'Deepgram',
  config: { transcription_engine: 'deepgram/nova-2', ...interim('deepgram/nova-2') },
  languages: codes(
    'bg ca zh-CN zh-Hans zh-TW zh-Hant zh-HK cs da-DK nl-BE en-US en-AU en-GB en-NZ en-IN et fi fr fr-CA de-CH el hi hu id it ja ko-KR lv lt ms no pl pt-BR pt-PT ro ru sk es-419 sv-SE th-TH tr uk vi',
  ),
};

const FLUX: TelnyxModel = { languages: codes('en es fr de hi ru pt ja it nl') };

const ASSEMBLYAI: TelnyxModel = {
  engine: 'AssemblyAI',
  config: interim('assemblyai/universal-3-5-pro'),
  languages: codes('en es de fr pt it tr nl sv no da fi hi vi ar he ja zh'),
  detectsOnly: true,
};

/** One of the regions for which Telnyx has an Azure key. */
const AZURE_REGION = 'eastus';

const AZURE: TelnyxModel = {
  engine: 'Azure',
  config: { region: AZURE_REGION },
  languages: codes(
    'af am ar bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi wuu yue zh zu',
  ),
};

const GOOGLE: TelnyxModel = {
  engine: 'Google',
  config: { model: 'latest_long', interim_results: true },
  languages: codes(
    'af sq am ar hy az eu bn bs bg my ca yue zh hr cs da nl en et fil fi fr gl ka de el gu iw hi hu is id it ja jv kn kk km ko lo lv lt mk ms ml mr mn ne no fa pl pt pa ro ru rw sr si sk sl ss st es su sw sv ta te th tn tr ts uk ur uz ve vi xh zu',
  ),
};

const WHISPER: TelnyxModel = {
  engine: 'Telnyx',
  config: { transcription_model: 'openai/whisper-large-v3-turbo' },
  languages: codes(
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su',
  ),
};

const SONIOX: TelnyxModel = {
  engine: 'Soniox',
  config: interim('soniox/stt-rt-v4'),
  languages: codes(
    'af sq ar az eu be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn kk ko lv lt mk ms ml mr no fa pl pt pa ro ru sr sk sl es sw sv tl ta te th tr uk ur vi cy',
  ),
};

const SPEECHMATICS: TelnyxModel = {
  engine: 'Speechmatics',
  config: interim('speechmatics/standard'),
  languages: codes('en es-bilingual-en ar_en ba eu gl ga mt mn sw ug cy tl'),
};

const XAI: TelnyxModel = {
  engine: 'xAI',
  config: interim('xai/grok-stt'),
  languages: codes('ar cs da de en es fa fil fr hi id it ja ko mk ms nl pl pt ro ru sv th tr vi'),
};

const mapOf = <Value>(values: Record<string, Value>): ReadonlyMap<string, Value> => new Map(Object.entries(values));

const MODELS: TranscriberModels<TelnyxModel> = mapOf({
  deepgram: mapOf({ 'nova-3': NOVA_3, flux: FLUX, 'nova-2': NOVA_2 }),
  assemblyai: mapOf({ 'universal-3-5-pro': ASSEMBLYAI }),
  azure: mapOf({ fast: AZURE }),
  google: mapOf({ latest_long: GOOGLE }),
  openai: mapOf({ 'whisper-large-v3-turbo': WHISPER }),
  soniox: mapOf({ 'stt-rt-v4': SONIOX }),
  speechmatics: mapOf({ enhanced: { languages: SPEECHMATICS.languages }, standard: SPEECHMATICS }),
  xai: mapOf({ 'grok-stt': XAI }),
});

/** The models of `transcription_start`. */
const ENGINES: TranscriberModels<TelnyxModel> = new Map(
  [...MODELS].map(([provider, models]) => [
    provider,
    new Map([...models].filter(([, { engine }]) => engine !== undefined)),
  ]),
);

/** For hosted conversations (`ai_assistant_start`). */
export const hostedTranscriberProblem: TranscriberCheck = (transcriber) => transcriberProblem(transcriber, MODELS);

/** For calls on which Telnyx only transcribes (`transcription_start`). */
export const engineTranscriberProblem: TranscriberCheck = (transcriber) => {
  const { provider, model } = transcriber;
  const engines = ENGINES.get(provider);
  if (!MODELS.get(provider)?.has(model) || engines?.has(model)) return transcriberProblem(transcriber, ENGINES);
  const where = 'if Telnyx leads the conversations (TELNYX_ASSISTANT_ID)';
  const offered = [...(engines?.keys() ?? [])].join(', ');
  return `transcriptor_model "${model}" of ${provider} works only ${where}; use ${offered}, or let Telnyx lead them.`;
};

const modelOf = (transcriber: Transcriber, check: TranscriberCheck): TelnyxModel => {
  const problem = check(transcriber);
  if (problem) throw new Error(problem);
  return MODELS.get(transcriber.provider)?.get(transcriber.model) as TelnyxModel;
};

/** Hosted conversations take these models' codes with the region; other models take only the primary subtag. */
const HOSTED_WITH_REGION = new Set([NOVA_3, NOVA_2]);

/**
 * The `transcription` of a hosted conversation: `vendor/model` and a language code.
 * @throws when {@link hostedTranscriberProblem} names a problem.
 */
export const telnyxTranscriptionModel = (
  transcriber: Transcriber,
): { model: string; language: string; region?: string } => {
  const found = modelOf(transcriber, hostedTranscriberProblem);
  const code = codeFor(transcriber.language, found.languages);
  const language = HOSTED_WITH_REGION.has(found) ? (code ?? 'auto') : primarySubtag(code ?? transcriber.language);
  return {
    model: `${transcriber.provider}/${transcriber.model}`,
    language,
    ...(found === AZURE && { region: AZURE_REGION }),
  };
};

/**
 * The engine of `transcription_start` (`telnyx` package 7.24.0, `resources/calls/actions.d.ts`), with interim results
 * if it has them, because they show that somebody talks.
 * @throws when {@link engineTranscriberProblem} names a problem.
 */
export const telnyxTranscriptionEngine = (
  transcriber: Transcriber,
): { transcription_engine: string; transcription_engine_config: Record<string, string | boolean> } => {
  const { engine = '', config, languages, ...found } = modelOf(transcriber, engineTranscriberProblem);
  const language = found.detectsOnly ? undefined : (codeFor(transcriber.language, languages) ?? found.detection);
  return {
    transcription_engine: engine,
    transcription_engine_config: { transcription_engine: engine, ...config, ...(language && { language }) },
  };
};
