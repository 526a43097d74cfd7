import { expect, test } from '@jest/globals';
import { saysGoodbye } from '#shared/domain/conversation/farewell.ts';
import { phrasesIn } from '#shared/domain/conversation/phrases.ts';

test.each([
  'Goodbye.',
  'I understand. You will not be called again. Goodbye.',
  'Thank you, and have a great day!',
  'Tuesday at ten it is, then. Good bye!',
  'ok bye bye',
  'Sorry, I have to go now.',
  'Vielen Dank. Auf Wiederhören!',
  'Gracias por su tiempo. Adiós.',
])('"%s" ends a call', (text) => {
  expect(saysGoodbye(text)).toBe(true);
});

test.each([
  '',
  'Before we say goodbye, may I have your email address?',
  'My boss said goodbye last week. We are looking for somebody new.',
  'Are you having a good day?',
  'By the way, we buy two bytes a year.',
  'I want to say something about how my predecessor said goodbye to the whole team in spring, which was a bit sad.',
])('"%s" does not', (text) => {
  expect(saysGoodbye(text)).toBe(false);
});

test.each(['en-US', 'de-CH', 'es', 'fr-FR', 'it', 'nl-BE', 'pt-BR', 'sv'])(
  'the last line in %s is a farewell',
  (language) => {
    const { goodbye, stillThere, apology } = phrasesIn(language);
    expect([goodbye, stillThere, apology].map(saysGoodbye)).toEqual([true, false, false]);
  },
);

test('a language without lines of its own is spoken to in English', () => {
  expect(phrasesIn('sv-SE')).toEqual(phrasesIn('en-GB'));
});
