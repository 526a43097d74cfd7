import { ContactAdder, type FoundContact } from '#functions/dashboard/site/components/choosing/contact-search.tsx';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';

export interface ChosenContact {
  id: string;
  words: string;
}

interface ContactChoiceProps {
  companyId: string;
  /** Contacts of the company; undefined until they are counted. */
  companyCount: number | undefined;
  who: 'all' | 'chosen';
  onWho: (who: 'all' | 'chosen') => void;
  chosen: readonly ChosenContact[];
  onChosen: (chosen: ChosenContact[]) => void;
}

const wordsOf = ({ first_name, last_name, phone }: FoundContact): string =>
  `${first_name} ${last_name}${phone === null ? ' (no phone)' : `, ${phone}`}`;

/** Who is called: everybody of the company, or people found one by one. */
export const ContactChoice = ({ companyId, companyCount, who, onWho, chosen, onChosen }: ContactChoiceProps) => {
  const add = (contact: FoundContact): void => {
    if (!chosen.some(({ id }) => id === contact.id)) onChosen([...chosen, { id: contact.id, words: wordsOf(contact) }]);
  };
  const count = companyCount === undefined ? '' : ` (${companyCount.toLocaleString('en')})`;
  return (
    <>
      <SelectField
        label="Contacts"
        choices={[
          { value: 'all', words: `All of the company${count}` },
          { value: 'chosen', words: 'Chosen by search' },
        ]}
        {...unbound<string>(who, (value) => onWho(value === 'chosen' ? 'chosen' : 'all'))}
      />
      {who === 'chosen' && (
        <div class="field wide">
          <ContactAdder label="Find people" companyId={companyId} onAdd={add} />
          <ul class="chosen" aria-label="Chosen people">
            {chosen.map((contact) => (
              <li key={contact.id}>
                {contact.words}
                <button
                  type="button"
                  class="button quiet small"
                  aria-label={`Take out ${contact.words}`}
                  onClick={() => onChosen(chosen.filter(({ id }) => id !== contact.id))}
                >
                  Take out
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};
