import { useRead } from '#functions/dashboard/site/api/query.ts';
import { Copyable } from '#functions/dashboard/site/components/copy.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import type { ShownContact } from './contact-values.ts';
import { type Suppressed, suppressionWords } from './do-not-call-words.ts';
import { clockWords, timeThere, zonesOf } from './local-time.ts';
import { useMinute } from './use-minute.ts';

const ThereNow = ({ contact }: { contact: ShownContact }) => {
  const time = timeThere(zonesOf(contact), useMinute());
  return (
    <dd>
      {time !== null && <strong>{time} there now. </strong>}
      <span class="hint">{clockWords(contact)}</span>
    </dd>
  );
};

interface FactsProps {
  contact: ShownContact;
  suppressions: readonly Suppressed[];
}

const NumbersOf = ({ contact: { phone, phone_secondary: second, phone_country }, suppressions }: FactsProps) => (
  <dd>
    {phone === null && second === null && <span class="hint">None: it cannot be called.</span>}
    {phone !== null && <Copyable text={phone} />} {phone !== null && phone_country}{' '}
    {second !== null && <Copyable text={second} />}
    {suppressions.map((each) => (
      <p key={each.phone} class="field-error">
        {suppressionWords(each)}
      </p>
    ))}
  </dd>
);

const CompanyLink = ({ id }: { id: string }) => {
  const { data } = useRead('getCompany', { id }, { dropPrevious: true });
  return (
    <dd>
      <a href={`/contacts?company=${id}`}>
        <bdi>{data?.company.name ?? id}</bdi>
      </a>
    </dd>
  );
};

/** What is known of a contact beside what its form tells. */
export const ContactFacts = ({ contact, suppressions }: FactsProps) => (
  <dl class="contact-facts">
    <dt>{contact.phone_secondary === null ? 'Number' : 'Numbers'}</dt>
    <NumbersOf contact={contact} suppressions={suppressions} />
    <dt>Time</dt>
    <ThereNow contact={contact} />
    <dt>Works for</dt>
    <CompanyLink id={contact.company_id} />
    <dt>Created</dt>
    <dd>
      <When at={contact.created_at} />, updated <When at={contact.updated_at} />
    </dd>
    <dt>ID</dt>
    <dd>
      <Copyable text={contact.id} />
    </dd>
  </dl>
);
