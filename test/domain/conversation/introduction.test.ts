import { describe, expect, test } from '@jest/globals';
import { introductionOf } from '#shared/domain/conversation/introduction.ts';
import { phrasesIn } from '#shared/domain/conversation/phrases.ts';

const saidBy = (firstMessage: string, { language = 'en-US', business = '' } = {}): string =>
  introductionOf({ name: 'Ida', business, firstMessage }, phrasesIn(language));

describe('a screening assistant is told', () => {
  test("the assistant's name, and the sentence of its first message that says why it calls", () => {
    const firstMessage = 'Hello Ada, this is an AI assistant. I am calling about your order. Is this a good moment?';
    expect(saidBy(firstMessage)).toBe('This is Ida, an AI assistant. I am calling about your order.');
  });

  test('for whom it calls, where that is known', () => {
    expect(saidBy('', { business: ' Acme ' })).toMatch(/^This is Ida, an AI assistant calling for Acme\. /);
  });

  test.each([
    ['', 'there is none'],
    ['Hello, this is an AI assistant. How can I help you?', 'it has no such sentence'],
    ['Hello. Am I calling at a bad time?', 'it only asks'],
    [`Hello. I am calling ${'and calling '.repeat(20)}.`, 'it makes too many words'],
  ])('a plain purpose after %j, since %s', (firstMessage) => {
    expect(saidBy(firstMessage)).toBe('This is Ida, an AI assistant. I would like to speak with you briefly.');
  });

  test.each([
    ['de-DE', 'Hier ist Ida, ein KI-Assistent von Acme. Ich möchte kurz mit Ihnen sprechen.'],
    ['es', 'Soy Ida, un asistente de IA de Acme. Me gustaría hablar brevemente con usted.'],
    ['fr-CA', 'Ici Ida, un assistant IA pour Acme. J’aimerais vous parler brièvement.'],
    ['it', 'Sono Ida, un assistente IA per Acme. Vorrei parlarle brevemente.'],
    ['nl', 'U spreekt met Ida, een AI-assistent van Acme. Ik wil u graag kort spreken.'],
    ['pt-BR', 'Fala Ida, um assistente de IA da Acme. Gostaria de falar brevemente consigo.'],
    ['ja', 'This is Ida, an AI assistant calling for Acme. I would like to speak with you briefly.'],
  ])('in the language of the assistant: %s', (language, words) => {
    expect(saidBy('', { language, business: 'Acme' })).toBe(words);
  });

  test('its own sentence in another language', () => {
    expect(saidBy('Guten Tag. Ich rufe wegen Ihrer Bestellung an. Passt es gerade?', { language: 'de' })).toBe(
      'Hier ist Ida, ein KI-Assistent. Ich rufe wegen Ihrer Bestellung an.',
    );
  });
});
