import { useEffect, useState } from 'preact/hooks';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { FieldFrame, SelectField, TextField } from '#functions/dashboard/site/components/fields.tsx';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { unbound } from '#functions/dashboard/site/components/use-form.ts';
import { Page, Section } from '#functions/dashboard/site/layout/page.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportReport } from './import-report.tsx';
import { forgetImport, interruptedImport, type KeptImport } from './import-storage.ts';
import { MappingTable } from './mapping-table.tsx';
import { type ChoosableCountry, numberCountries } from './number-countries.ts';
import { type ImportFile, useImportFile } from './use-import-file.ts';
import { type ImportRun, useImportRun } from './use-import-run.ts';

const CONTACTS = { href: '/contacts', words: 'Contacts' };
const COMPANIES_OFFERED = 200;
const COUNTRIES: readonly ChoosableCountry[] = numberCountries();

const CountryField = ({ file }: { file: ImportFile }) => (
  <SelectField
    label="Country"
    none="None: every number begins with +"
    choices={COUNTRIES.map(({ code, name, callingCode }) => ({ value: code, words: `${name} (+${callingCode})` }))}
    hint="Of numbers that are written without a country code."
    {...unbound<string>(file.options.country?.code ?? '', (code) =>
      file.setOptions({ country: COUNTRIES.find((country) => country.code === code) ?? null }),
    )}
  />
);

const NamesField = ({ file }: { file: ImportFile }) => (
  <SelectField
    label="Rows without a first or last name"
    choices={[
      { value: 'dash', words: 'Import, with “-” for what is missing' },
      { value: 'fail', words: 'Leave out, as failed' },
    ]}
    {...unbound<string>(file.options.missingNames, (value) =>
      file.setOptions({ missingNames: value === 'fail' ? 'fail' : 'dash' }),
    )}
  />
);

const FileField = ({ file }: { file: ImportFile }) => (
  <FieldFrame
    label="CSV file"
    isWide
    error={file.problem}
    hint="With a row of column names. Comma, semicolon or tab; UTF-8 or as Excel saves it."
  >
    {(ids) => (
      <input
        {...ids}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ currentTarget }) => void file.read(currentTarget.files?.[0] ?? null)}
      />
    )}
  </FieldFrame>
);

interface InterruptedProps {
  kept: KeptImport;
  onResume: () => void;
  onDiscard: () => void;
}

const Interrupted = ({ kept: { record }, onResume, onDiscard }: InterruptedProps) => (
  <div class="banner waiting" role="status">
    <p>
      The import of “{record.fingerprint.name}” was interrupted. It goes on where it stopped, and creates nobody twice.
    </p>
    <div class="row-actions">
      <Button onClick={onDiscard}>Discard</Button>
      <Button kind="primary" onClick={onResume}>
        Resume
      </Button>
    </div>
  </div>
);

const ChooseAndCheck = ({ file, run }: { file: ImportFile; run: ImportRun }) => {
  const [company, setCompany] = useState('');
  const { data } = useRead('listCompanies', { teamId: teamId.value, limit: COMPANIES_OFFERED });
  const { chosen, plan, progress } = file;
  const changeCompany = (name: string): void => {
    setCompany(name);
    if ((name.trim() !== '') !== file.options.hasCompany) file.setOptions({ hasCompany: name.trim() !== '' });
  };
  const canImport = plan !== null && plan.ready.length > 0 && may('operate');
  return (
    <>
      <div class="card fields">
        <FileField file={file} />
        <TextField
          label="Company"
          hint="For rows that name none: one you have, or a new name."
          suggestions={(data?.companies ?? []).map(({ name }) => name)}
          {...unbound(company, changeCompany)}
        />
        <CountryField file={file} />
        <NamesField file={file} />
      </div>
      {progress && <Progress label={progress.words} value={Math.round(progress.share * 100)} max={100} />}
      {chosen && (
        <Section title="Columns">
          <MappingTable file={file} csv={chosen.csv} />
        </Section>
      )}
      {chosen && (
        <Section title="Preview">
          {plan ? <ImportPreview plan={plan} /> : <p class="hint">The rows are being checked.</p>}
        </Section>
      )}
      {run.problem && (
        <p class="form-problem" role="alert">
          {run.problem}
        </p>
      )}
      {chosen && (
        <div class="form-actions">
          {run.preparing && (
            <span class="hint" role="status">
              {run.preparing}
            </span>
          )}
          <Button
            kind="primary"
            disabled={!canImport}
            isBusy={run.preparing !== null}
            onClick={() => void run.start(file, company)}
          >
            Import
          </Button>
        </div>
      )}
    </>
  );
};

/** People from a file into the CRM. */
export const ImportPage = () => {
  const file = useImportFile();
  const run = useImportRun();
  const [kept, setKept] = useState<KeptImport | null>(null);
  useEffect(() => void interruptedImport(teamId.value).then(setKept, () => undefined), []);
  const discard = (): void => {
    if (kept) void forgetImport(kept.record.teamId, kept.record.fingerprint);
    setKept(null);
  };
  const resume = (): void => {
    if (kept) void run.resume(kept);
    setKept(null);
  };
  return (
    <Page title="Import contacts" back={CONTACTS}>
      {kept && !run.run && <Interrupted kept={kept} onResume={resume} onDiscard={discard} />}
      {run.run ? <ImportReport of={run} onAgain={() => location.reload()} /> : <ChooseAndCheck file={file} run={run} />}
    </Page>
  );
};
