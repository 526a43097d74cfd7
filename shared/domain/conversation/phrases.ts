/** Phrases that the service says without a language model. */
export interface Phrases {
  /** After a silence. */
  stillThere: string;
  /** When the language model gave no reply. */
  apology: string;
  /** Before the service hangs up. */
  goodbye: string;
}

const ENGLISH: Phrases = {
  stillThere: 'Are you still there?',
  apology: 'I am sorry, I did not catch that. Could you say it again, please?',
  goodbye: 'I have to end the call here. Thank you for your time. Goodbye.',
};

const BY_LANGUAGE: Partial<Record<string, Phrases>> = {
  en: ENGLISH,
  de: {
    stillThere: 'Sind Sie noch da?',
    apology: 'Entschuldigung, das habe ich nicht verstanden. Könnten Sie es bitte wiederholen?',
    goodbye: 'Ich muss das Gespräch hier beenden. Vielen Dank für Ihre Zeit. Auf Wiederhören.',
  },
  es: {
    stillThere: '¿Sigue usted ahí?',
    apology: 'Perdone, no le he entendido. ¿Podría repetirlo, por favor?',
    goodbye: 'Tengo que terminar la llamada aquí. Gracias por su tiempo. Adiós.',
  },
  fr: {
    stillThere: 'Êtes-vous toujours là ?',
    apology: 'Excusez-moi, je n’ai pas compris. Pourriez-vous répéter, s’il vous plaît ?',
    goodbye: 'Je dois terminer l’appel ici. Merci de votre temps. Au revoir.',
  },
  it: {
    stillThere: 'È ancora in linea?',
    apology: 'Mi scusi, non ho capito. Può ripetere, per favore?',
    goodbye: 'Devo terminare qui la chiamata. Grazie per il suo tempo. Arrivederci.',
  },
  nl: {
    stillThere: 'Bent u er nog?',
    apology: 'Sorry, dat heb ik niet verstaan. Kunt u het alstublieft herhalen?',
    goodbye: 'Ik moet het gesprek hier beëindigen. Bedankt voor uw tijd. Tot ziens.',
  },
  pt: {
    stillThere: 'Ainda está na linha?',
    apology: 'Desculpe, não percebi. Poderia repetir, por favor?',
    goodbye: 'Tenho de terminar a chamada aqui. Obrigado pelo seu tempo. Tchau.',
  },
};

/** The phrases in the assistant's language (BCP-47, `transcriptor_language`); English when there are none. */
export const phrasesIn = (language: string): Phrases =>
  BY_LANGUAGE[language.toLowerCase().split('-')[0] ?? ''] ?? ENGLISH;
