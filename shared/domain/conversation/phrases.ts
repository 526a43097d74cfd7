/** Phrases that the service says without a language model. */
export interface Phrases {
  /** After a silence. */
  stillThere: string;
  /** When the language model gave no reply. */
  apology: string;
  /** Before the service hangs up. */
  goodbye: string;
  /** To a screening assistant. `business` is for whom the assistant calls; it may be blank. */
  introduction: (name: string, business: string) => string;
  /** To a screening assistant, where the first message does not say why somebody is called. */
  purpose: string;
}

const follows = (words: string, name: string): string => (name === '' ? '' : ` ${words} ${name}`);

const ENGLISH: Phrases = {
  stillThere: 'Are you still there?',
  apology: 'I am sorry, I did not catch that. Could you say it again, please?',
  goodbye: 'I have to end the call here. Thank you for your time. Goodbye.',
  introduction: (name, business) => `This is ${name}, an AI assistant${follows('calling for', business)}.`,
  purpose: 'I would like to speak with you briefly.',
};

const BY_LANGUAGE: Partial<Record<string, Phrases>> = {
  en: ENGLISH,
  de: {
    stillThere: 'Sind Sie noch da?',
    apology: 'Entschuldigung, das habe ich nicht verstanden. Könnten Sie es bitte wiederholen?',
    goodbye: 'Ich muss das Gespräch hier beenden. Vielen Dank für Ihre Zeit. Auf Wiederhören.',
    introduction: (name, business) => `Hier ist ${name}, ein KI-Assistent${follows('von', business)}.`,
    purpose: 'Ich möchte kurz mit Ihnen sprechen.',
  },
  es: {
    stillThere: '¿Sigue usted ahí?',
    apology: 'Perdone, no le he entendido. ¿Podría repetirlo, por favor?',
    goodbye: 'Tengo que terminar la llamada aquí. Gracias por su tiempo. Adiós.',
    introduction: (name, business) => `Soy ${name}, un asistente de IA${follows('de', business)}.`,
    purpose: 'Me gustaría hablar brevemente con usted.',
  },
  fr: {
    stillThere: 'Êtes-vous toujours là ?',
    apology: 'Excusez-moi, je n’ai pas compris. Pourriez-vous répéter, s’il vous plaît ?',
    goodbye: 'Je dois terminer l’appel ici. Merci de votre temps. Au revoir.',
    introduction: (name, business) => `Ici ${name}, un assistant IA${follows('pour', business)}.`,
    purpose: 'J’aimerais vous parler brièvement.',
  },
  it: {
    stillThere: 'È ancora in linea?',
    apology: 'Mi scusi, non ho capito. Può ripetere, per favore?',
    goodbye: 'Devo terminare qui la chiamata. Grazie per il suo tempo. Arrivederci.',
    introduction: (name, business) => `Sono ${name}, un assistente IA${follows('per', business)}.`,
    purpose: 'Vorrei parlarle brevemente.',
  },
  nl: {
    stillThere: 'Bent u er nog?',
    apology: 'Sorry, dat heb ik niet verstaan. Kunt u het alstublieft herhalen?',
    goodbye: 'Ik moet het gesprek hier beëindigen. Bedankt voor uw tijd. Tot ziens.',
    introduction: (name, business) => `U spreekt met ${name}, een AI-assistent${follows('van', business)}.`,
    purpose: 'Ik wil u graag kort spreken.',
  },
  pt: {
    stillThere: 'Ainda está na linha?',
    apology: 'Desculpe, não percebi. Poderia repetir, por favor?',
    goodbye: 'Tenho de terminar a chamada aqui. Obrigado pelo seu tempo. Tchau.',
    introduction: (name, business) => `Fala ${name}, um assistente de IA${follows('da', business)}.`,
    purpose: 'Gostaria de falar brevemente consigo.',
  },
};

/** The phrases in the assistant's language (BCP-47, `transcriptor_language`); English when there are none. */
export const phrasesIn = (language: string): Phrases =>
  BY_LANGUAGE[language.toLowerCase().split('-')[0] ?? ''] ?? ENGLISH;
