import { describe, expect, test } from '@jest/globals';
import { ASSISTANT_TEMPLATES } from '#shared/domain/assistant/templates.ts';
import {
  engineTranscriberProblem,
  hostedTranscriberProblem,
  telnyxTranscriptionEngine,
  telnyxTranscriptionModel,
} from '#shared/providers/telephony/telnyx/conversation/transcribers.ts';

const spoken = (name: string, language = 'en-US') => {
  const [provider = '', model = ''] = name.split(' ');
  return { provider, model, language };
};

const USABLE = [
  'deepgram nova-3',
  'deepgram flux',
  'deepgram nova-2',
  'assemblyai universal-3-5-pro',
  'azure fast',
  'google latest_long',
  'openai whisper-large-v3-turbo',
  'soniox stt-rt-v4',
  'speechmatics enhanced',
  'speechmatics standard',
  'xai grok-stt',
];

/** `transcription_start` has no such model. */
const HOSTED_ONLY = ['deepgram flux', 'speechmatics enhanced'];

describe('what can be used for calls', () => {
  test.each(USABLE)('%s can, in English of any region', (name) => {
    for (const language of ['en', 'en-US', 'EN-gb', 'en-ZA']) {
      expect(hostedTranscriberProblem(spoken(name, language))).toBeNull();
      expect(engineTranscriberProblem(spoken(name, language)) !== null).toBe(HOSTED_ONLY.includes(name));
    }
  });

  test('where Telnyx does not lead the conversations, a model is refused that only those have', () => {
    expect(engineTranscriberProblem(spoken('deepgram flux'))).toBe(
      'transcriptor_model "flux" of deepgram works only if Telnyx leads the conversations ' +
        '(TELNYX_ASSISTANT_ID); use nova-3, nova-2, or let Telnyx lead them.',
    );
    expect(engineTranscriberProblem(spoken('speechmatics enhanced'))).toContain('; use standard, or');
  });

  test('no advice there names one either', () => {
    const advice = [
      spoken('deepgram whisper-9'),
      spoken('speechmatics x'),
      spoken('assemblyai universal-3-5-pro', 'ga'),
    ];
    for (const transcriber of [...advice, spoken('deepgram nova-3', 'eu')]) {
      expect(hostedTranscriberProblem(transcriber)).toMatch(/flux|enhanced/);
      expect(engineTranscriberProblem(transcriber)).not.toMatch(/flux|enhanced/);
    }
  });

  test.each(Object.entries(ASSISTANT_TEMPLATES))('the template %s can', (_, template) => {
    const { transcriptor_provider: provider, transcriptor_model: model, transcriptor_language: language } = template;
    for (const check of [hostedTranscriberProblem, engineTranscriberProblem]) {
      expect(check({ provider, model, language })).toBeNull();
    }
  });

  test('an unknown provider cannot, and the words name those that can', () => {
    const problem = engineTranscriberProblem(spoken('a-vendor-of-tomorrow nova-3'));
    expect(problem).toContain('transcriptor_provider "a-vendor-of-tomorrow"');
    for (const name of USABLE) expect(problem).toContain(name.split(' ')[0]);
  });

  test('an unknown model cannot, and the words name the provider’s models', () => {
    expect(hostedTranscriberProblem(spoken('deepgram whisper-9'))).toBe(
      'transcriptor_model "whisper-9" of deepgram cannot be used for calls; use one of nova-3, flux, nova-2.',
    );
  });

  test('a language that the model does not understand cannot, and the words name models that do', () => {
    const problem = engineTranscriberProblem(spoken('deepgram nova-3', 'vi-VN'));
    expect(problem).toContain('transcriptor_language "vi-VN" is not understood by deepgram nova-3');
    for (const name of ['deepgram nova-2', 'azure fast', 'xai grok-stt']) {
      expect(problem).toContain(name);
      expect(engineTranscriberProblem(spoken(name, 'vi-VN'))).toBeNull();
    }
    expect(problem).not.toContain('flux');
  });

  test('a language that nobody understands is said to be one', () => {
    expect(engineTranscriberProblem(spoken('deepgram nova-3', 'tlh'))).toContain('nor does any other model');
  });

  test('names of object members are no providers', () => {
    for (const name of ['constructor toString', '__proto__ x', 'deepgram constructor']) {
      expect(hostedTranscriberProblem(spoken(name))).not.toBeNull();
    }
  });
});

describe('at Telnyx', () => {
  test.each([
    ['deepgram nova-3', 'en-US', 'deepgram/nova-3', 'en-US', 'Deepgram', 'en-US'],
    ['deepgram nova-3', 'de-DE', 'deepgram/nova-3', 'de', 'Deepgram', 'de'],
    ['deepgram nova-3', 'sv', 'deepgram/nova-3', 'sv-SE', 'Deepgram', 'sv-SE'],
    ['deepgram nova-3', 'it-IT', 'deepgram/nova-3', 'auto', 'Deepgram', 'auto_detect'],
    ['deepgram nova-2', 'nb-NO', 'deepgram/nova-2', 'no', 'Deepgram', 'no'],
    ['assemblyai universal-3-5-pro', 'fr-CA', 'assemblyai/universal-3-5-pro', 'fr', 'AssemblyAI', undefined],
    ['google latest_long', 'he-IL', 'google/latest_long', 'iw', 'Google', 'iw'],
    ['openai whisper-large-v3-turbo', 'es-MX', 'openai/whisper-large-v3-turbo', 'es', 'Telnyx', 'es'],
    ['soniox stt-rt-v4', 'pl-PL', 'soniox/stt-rt-v4', 'pl', 'Soniox', 'pl'],
    ['speechmatics standard', 'es-ES', 'speechmatics/standard', 'es', 'Speechmatics', 'es-bilingual-en'],
    ['xai grok-stt', 'tl', 'xai/grok-stt', 'fil', 'xAI', 'fil'],
  ])('%s in %s is %s (%s) in a hosted conversation, and %s (%s) as an engine', (name, spokenIn, ...expected) => {
    const [model, language, engine, engineLanguage] = expected;
    expect(telnyxTranscriptionModel(spoken(name, spokenIn))).toEqual({ model, language });
    const start = telnyxTranscriptionEngine(spoken(name, spokenIn));
    expect([start.transcription_engine, start.transcription_engine_config.language]).toEqual([engine, engineLanguage]);
  });

  test.each([
    ['deepgram flux', 'en-US', 'deepgram/flux', 'en'],
    ['deepgram flux', 'pt-BR', 'deepgram/flux', 'pt'],
    ['deepgram flux', 'ja-JP', 'deepgram/flux', 'ja'],
    ['speechmatics enhanced', 'es-ES', 'speechmatics/enhanced', 'es'],
  ])('%s in %s is %s (%s) in a hosted conversation, and never another model instead', (name, spokenIn, ...expected) => {
    const [model, language] = expected;
    expect(telnyxTranscriptionModel(spoken(name, spokenIn))).toEqual({ model, language });
    expect(() => telnyxTranscriptionEngine(spoken(name, spokenIn))).toThrow('works only if Telnyx leads');
  });

  test('Azure needs a region everywhere', () => {
    expect(telnyxTranscriptionModel(spoken('azure fast'))).toEqual({
      model: 'azure/fast',
      language: 'en',
      region: 'eastus',
    });
    expect(telnyxTranscriptionEngine(spoken('azure fast'))).toEqual({
      transcription_engine: 'Azure',
      transcription_engine_config: { transcription_engine: 'Azure', region: 'eastus', language: 'en' },
    });
  });

  test('the default hears interim results', () => {
    expect(telnyxTranscriptionEngine(spoken('deepgram nova-3'))).toEqual({
      transcription_engine: 'Deepgram',
      transcription_engine_config: {
        transcription_engine: 'deepgram/nova-3',
        transcription_model: 'deepgram/nova-3',
        interim_results: true,
        language: 'en-US',
      },
    });
  });

  test('what cannot be used is not translated', () => {
    expect(() => telnyxTranscriptionModel(spoken('deepgram whisper-9'))).toThrow('whisper-9');
    expect(() => telnyxTranscriptionEngine(spoken('deepgram nova-3', 'vi'))).toThrow('"vi"');
  });
});
