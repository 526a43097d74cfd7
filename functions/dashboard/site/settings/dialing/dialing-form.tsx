import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { CheckField, SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form as FormFrame } from '#functions/dashboard/site/components/form/form.tsx';
import { useFollowedForm } from '#functions/dashboard/site/components/form/use-followed-form.ts';
import type { Form } from '#functions/dashboard/site/components/form/use-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { byName, countryName } from '#functions/dashboard/site/format/countries.ts';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import { CountryChoice } from './country-choice.tsx';
import { type Dialing, type DialingValues, dialingChanges, dialingValues } from './dialing-values.ts';

const COUNTRY_CHOICES = [
  { value: 'own', words: 'Those of our own phone numbers' },
  { value: 'chosen', words: 'Only those chosen here' },
];

interface PartProps {
  form: Form<DialingValues>;
  dialing: Dialing;
  isReadOnly: boolean;
}

const Effective = ({ dialing: { allowed_countries, effective_countries } }: Pick<PartProps, 'dialing'>) => {
  if (effective_countries.length > 0) {
    const names = byName(effective_countries).map(countryName).join(', ');
    return <>Now: {names}. The United States and Canada imply each other.</>;
  }
  if (allowed_countries !== null) return <>Now nobody can be called: no country is allowed.</>;
  return (
    <>
      Now nobody can be called, for there is no phone number yet. <a href="/phone-numbers">Get one</a>
    </>
  );
};

const Countries = ({ form, dialing, isReadOnly }: PartProps) => {
  const countries = form.bind('countries', 'allowedCountries');
  const isChosen = form.values.countries === 'chosen';
  return (
    <fieldset>
      <legend>Where</legend>
      <SelectField
        label="Allowed countries"
        choices={COUNTRY_CHOICES}
        disabled={isReadOnly}
        hint={<Effective dialing={dialing} />}
        {...countries}
        onValue={(value) => countries.onValue(value as DialingValues['countries'])}
      />
      {isChosen && (
        <CountryChoice
          chosen={form.values.chosen}
          onChosen={(chosen) => form.set({ chosen })}
          error={countries.errorFor('Allowed countries')}
          disabled={isReadOnly}
        />
      )}
    </fieldset>
  );
};

const Hours = ({ form, isReadOnly }: PartProps) => {
  const isOff = isReadOnly || !form.values.hasHours;
  return (
    <fieldset>
      <legend>When</legend>
      <CheckField
        label="Calling hours"
        disabled={isReadOnly}
        hint="On the clock of whoever is called. Where their time zone is not known, every zone that may be theirs has to agree."
        {...form.bind('hasHours', 'callingHours')}
      />
      <div class="pair">
        <TextField
          label="Start"
          type="time"
          required={!isOff}
          disabled={isOff}
          {...form.bind('start', 'callingHours.start')}
        />
        <TextField
          label="End"
          type="time"
          required={!isOff}
          disabled={isOff}
          {...form.bind('end', 'callingHours.end')}
        />
      </div>
    </fieldset>
  );
};

const planWords = ({ max_calls_per_day, calls_per_day_allowed }: Dialing): string =>
  max_calls_per_day === null
    ? `Empty: what the plan allows, ${calls_per_day_allowed.toLocaleString('en')}.`
    : 'Empty: what the plan allows.';

const Bounds = ({ form, dialing, isReadOnly }: PartProps) => (
  <fieldset>
    <legend>How much</legend>
    <div class="fields">
      <TextField
        label="Calls per number per day"
        type="number"
        disabled={isReadOnly}
        hint="To one number of a team within 24 hours, 100 at most. Empty: no bound."
        {...form.bind('perNumber', 'maxCallsPerNumberPerDay')}
      />
      <TextField
        label="Calls per day"
        type="number"
        disabled={isReadOnly}
        hint={`Of the whole account, from midnight to midnight UTC. ${planWords(dialing)}`}
        {...form.bind('perDay', 'maxCallsPerDay')}
      />
      <TextField
        label="Spend per day (USD)"
        placeholder="50.00"
        disabled={isReadOnly}
        hint="What the carrier reports in a UTC day; live calls may exceed it. Empty: no bound."
        {...form.bind('spend', 'maxSpendPerDayUsd')}
      />
    </div>
  </fieldset>
);

/** Where, when and how much the account may dial. */
export const DialingForm = ({ dialing }: { dialing: Dialing }) => {
  const save = useCommand(
    async (_key, values: DialingValues) => {
      const changes = dialingChanges(form.began, values);
      const answer = await api.updateDialingSettings({ accountSlug: accountSlug.value, ...changes });
      form.reset(dialingValues(answer.dialing));
      notify('Saved. No call starts any more that these settings forbid.');
      await refresh('getDialingSettings');
    },
    { inForm: true },
  );
  const form = useFollowedForm(dialingValues(dialing), save.problem);
  const isReadOnly = !may('full');
  const part = { form, dialing, isReadOnly };
  return (
    <FormFrame
      submit="Save"
      label="Dialing settings"
      command={save}
      disabled={isReadOnly || !form.isChanged}
      onSubmit={() => void save.run(form.values)}
    >
      <Countries {...part} />
      <Hours {...part} />
      <Bounds {...part} />
    </FormFrame>
  );
};
