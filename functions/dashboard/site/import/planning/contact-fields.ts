/** What a column can be: a field of a contact, or its whole name in one cell, or its company's name. */
export type ContactField =
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'phone'
  | 'phoneSecondary'
  | 'email'
  | 'company'
  | 'jobTitle'
  | 'leadStatus'
  | 'source'
  | 'timezone'
  | 'preferredContactMethod'
  | 'doNotCall'
  | 'tags'
  | 'notes';

/** The fields as people call them, in the order in which they are offered. */
export const FIELD_LABELS: Readonly<Record<ContactField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  phone: 'Phone',
  phoneSecondary: 'Secondary phone',
  email: 'Email',
  company: 'Company',
  jobTitle: 'Job title',
  leadStatus: 'Lead status',
  source: 'Source',
  timezone: 'Time zone',
  preferredContactMethod: 'Preferred contact method',
  doNotCall: 'Do not call',
  tags: 'Tags',
  notes: 'Notes',
};

export const CONTACT_FIELDS = Object.keys(FIELD_LABELS) as ContactField[];

/** Names of columns in English, German, French and Spanish, as `headerWord` writes them. */
const SYNONYMS: Readonly<Record<ContactField, string>> = {
  firstName:
    'firstname first fname forename givenname given christianname contactfirstname leadfirstname ' +
    'vorname rufname prenom primernombre nombredepila',
  lastName:
    'lastname last lname surname familyname family secondname contactlastname leadlastname ' +
    'nachname familienname zuname nomdefamille apellido apellidos',
  fullName:
    'name fullname contactname contact person displayname customername customer leadname lead clientname ' +
    'vollername vollstandigername ansprechpartner kontakt nom nomcomplet nometprenom nombre nombrecompleto nombreyapellidos contacto',
  phone:
    'phone phonenumber phoneno number mobile mobilephone mobilenumber mobileno cell cellphone cellnumber cellular ' +
    'tel telno telnr telephone telephonenumber contactnumber contactphone primaryphone mainphone phone1 phone1value ' +
    'dialnumber callnumber msisdn e164 whatsapp businessphone workphone homephone directphone ' +
    'telefon telefonnummer telefonnr rufnummer handy handynummer mobil mobilnummer mobiltelefon mobilfunknummer festnetz ' +
    'numero numerodetelephone telephoneportable portable mobileportable ' +
    'telefono telefonomovil numerodetelefono movil celular',
  phoneSecondary:
    'phonesecondary secondaryphone secondaryphonenumber secondphone secondphonenumber phone2 phonenumber2 mobile2 tel2 ' +
    'telephone2 phone2value otherphone alternatephone alternativephone altphone alternatenumber additionalphone ' +
    'telefon2 zweitetelefonnummer zweitnummer telephonesecondaire telefono2 telefonosecundario otrotelefono',
  email:
    'email emailaddress mail mailaddress emailid email1 primaryemail contactemail workemail businessemail ' +
    'emailadresse mailadresse adressemail adresseemail courriel correo correoelectronico direcciondecorreo',
  company:
    'company companyname account accountname organization organizationname organisation organisationname organization1name ' +
    'business businessname employer firm ' +
    'firma firmenname unternehmen entreprise societe nomdelentreprise empresa compania nombredelaempresa',
  jobTitle:
    'jobtitle title job position role jobposition occupation jobrole ' +
    'berufsbezeichnung stellenbezeichnung beruf funktion fonction poste intituledeposte cargo puesto',
  leadStatus: 'leadstatus status contactstatus leadstate leadstage statut estado estadodellead',
  source: 'source leadsource origin originalsource contactsource quelle herkunft leadquelle origine fuente origen',
  timezone: 'timezone tz ianatimezone localtimezone zeitzone fuseauhoraire zonahoraria',
  preferredContactMethod:
    'preferredcontactmethod contactmethod preferredmethod preferredchannel preferredcontact contactpreference ' +
    'bevorzugterkontaktweg kontaktweg moyendecontact metododecontacto',
  doNotCall:
    'donotcall dnc dontcall nocall donotcontact donotphone optout callsoptout nichtanrufen anrufsperre ' +
    'nepasappeler nepasappeller nollamar',
  tags: 'tags tag labels label keywords categories schlagworte schlagworter stichworte etiquettes etiquetas',
  notes:
    'notes note comment comments remark remarks description memo ' +
    'notiz notizen bemerkung bemerkungen kommentar anmerkung anmerkungen remarque remarques commentaire notas nota comentario comentarios observaciones',
};

const FIELD_BY_WORD: ReadonlyMap<string, ContactField> = new Map(
  CONTACT_FIELDS.flatMap((field) => SYNONYMS[field].split(' ').map((word) => [word, field] as const)),
);

const MARKS = /\p{M}/gu;
const NO_LETTER_OR_DIGIT = /[^\p{L}\p{N}]/gu;

/** A header without case, accents, spaces, underscores, hyphens and other signs. */
export const headerWord = (header: string): string =>
  header.normalize('NFKD').replace(MARKS, '').toLowerCase().replaceAll('ß', 'ss').replace(NO_LETTER_OR_DIGIT, '');

/** The field that a column of this name usually holds. */
export const fieldNamed = (header: string): ContactField | null => FIELD_BY_WORD.get(headerWord(header)) ?? null;

/** Names of a column that hold whichever part of a person's name no other column holds. */
const PARTS_OF_NAMES: readonly string[] = ['name', 'nom', 'nombre'];

/** Whether a column of this name may hold first or last names alone. */
export const mayBePartOfName = (header: string): boolean => PARTS_OF_NAMES.includes(headerWord(header));
