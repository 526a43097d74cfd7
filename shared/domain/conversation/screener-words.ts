/**
 * The words of screening assistants and mailboxes. Apple's asks to "record your name and reason for calling, I'll see if
 * this person is available"; Google's says that "the person you're calling is using a screening service", or that it is
 * "Call Assist by Google", and asks what the call is about.
 */
const ASKS_WHO_IS_CALLING = [
  /\b(state|say|record) your (full )?name\b/,
  /\byour name and (the |your )?(reason|purpose)\b/,
  /\bwho('s| is) calling,? and (why|the reason|what)\b/,
  /\b(say|tell (me|us)|state|share) (why|what) you('re| are) calling\b/,
  /\b(state|say|tell (me|us)|give|share) (me |us )?(the )?(purpose|reason)\b.{0,12}\bcall/,
  /\busing (a|an) (call )?screening\b/,
  /\b(call is|being) (being )?screened\b/,
  /\bcall assist by google\b/,
  /\bbefore i (try to )?connect you\b/,
  /\bsee if (this person|they|he|she)('s|'re| is| are) available\b/,
  // German
  /\b(nenne|nennen|sage|sagen|nennst|hinterlasse|hinterlassen|aufnehmen|aufnimmst) .{0,24}\bnamen\b.{0,40}\bgrund\b/,
  /\bnamen und (den )?(grund|anlass)\b/,
  /\banruf(filter|schutz)\b/,
  // French
  /\b(votre|ton) nom et (la raison|le motif|l'objet|le but)\b/,
  /\bfiltrage d'appels?\b/,
  // Spanish
  /\b(su|tu) nombre y (el |la )?(motivo|razón|asunto)\b/,
  /\b(filtro|filtrado) de llamadas\b/,
  // Portuguese
  /\b(seu|teu) nome e (o |a )?(motivo|razão|assunto)\b/,
  // Italian
  /\b(suo|tuo) nome e (il )?motivo\b/,
  // Dutch
  /\b(uw|je|jouw) naam en (de )?reden\b/,
];

const ASKS_TO_WAIT = [
  /\b(hold|stay|remain|hang) on\b/,
  /\b(hold|stay on) the line\b/,
  /\bplease (hold|wait)\b/,
  /\b(one|just a) (moment|second|minute|sec)\b/,
  /\b(connecting|putting) you\b/,
  /\b(i'll|i will|let me) (see|check)\b/,
  /^(okay|ok|great|perfect|alright|got it)?[\s,.!]*(thanks|thank you)( (so|very) much)?[\s.!]*$/,
  /\b(bleib(en sie)?|warte(n sie)?) .{0,20}(apparat|leitung|dran|moment)\b/,
  /\b(einen|ein) (moment|augenblick)\b/,
  /\b(ne quittez pas|restez en ligne|un (instant|moment)|patientez)\b/,
  /\b(no cuelgue|manténgase en línea|un momento|espere)\b/,
  /\b(aguarde|um momento|não desligue)\b/,
  /\b(resti in linea|un momento|attenda|attendere)\b/,
  /\b(blijf aan de lijn|een (moment|ogenblik)|momentje)\b/,
];

const ANNOUNCES_MAILBOX = [
  /\bleave (me |us )?(a|your|the) ((brief|short|detailed|voice) )?(message|name|number|details)\b/,
  /\brecord (a|your) (brief |short )?message\b/,
  /\b(after|at) the (tone|beep)\b/,
  /\b(voice ?mail|mailbox|answering (machine|service))\b/,
  /\b(you have|you've) reached\b/,
  /\b(get back to|call|ring|return) (you|your call)( back)? as soon\b/,
  /\b(hinterlassen sie|hinterlasse|sprechen sie|sprich) .{0,30}\bnachricht\b/,
  /\b(nach dem (signal|piep|ton)|mailbox|anrufbeantworter)\b/,
  /\b(laissez|laisser) .{0,20}\bmessage\b|\b(après le bip|messagerie vocale|répondeur)\b/,
  /\bdej[ea] .{0,20}\bmensaje\b|\b(después del tono|tras la señal|buzón de voz)\b/,
  /\bdeixe .{0,20}\b(mensagem|recado)\b|\b(após o sinal|caixa postal|correio de voz)\b/,
  /\blasci .{0,20}\bmessaggio\b|\b(dopo il segnale|segreteria telefonica)\b/,
  /\b(spreek|laat) .{0,30}\b(bericht|boodschap)\b|\b(na de (piep|toon)|voicemail)\b/,
];

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll('\u2019', "'");

const isOneOf = (text: string, phrases: readonly RegExp[]): boolean => phrases.some((phrase) => phrase.test(text));

/**
 * Whether somebody asks who is calling and why, as screening assistants do. A person who asks in the same words is
 * served as well by the same answer. A mailbox asks to leave a name or a message.
 */
export const asksWhoIsCalling = (text: string): boolean => {
  const words = plain(text);
  return isOneOf(words, ASKS_WHO_IS_CALLING) && !/\bleave (me |us )?(a|your|the)\b|\b(message|nachricht)\b/.test(words);
};

/** Whether a screening assistant, once answered, bids to wait, or only says thanks. Who asks something is a person. */
export const asksToWait = (text: string): boolean => !text.trim().endsWith('?') && isOneOf(plain(text), ASKS_TO_WAIT);

/** Whether these are words of a mailbox, not of somebody who wants to know who is calling. */
export const announcesMailbox = (text: string): boolean =>
  !asksWhoIsCalling(text) && isOneOf(plain(text), ANNOUNCES_MAILBOX);
