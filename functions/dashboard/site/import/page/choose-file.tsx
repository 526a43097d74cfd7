import { useState } from 'preact/hooks';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { FieldFrame, SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { COUNTRY_CHOICES, countryName } from '#functions/dashboard/site/format/countries.ts';
import { type ImportFile, useImportFile } from '#functions/dashboard/site/import/use-import-file.ts';
import type { ImportRun } from '#functions/dashboard/site/import/use-import-run.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { ImportPreview } from './import-preview.tsx';
import { MappingTable } from './mapping-table.tsx';

const COMPANIES_OFFERED = 200;

const CountryField = ({ file }: { file: ImportFile }) => (
  <SelectField
    label="Country"
    none="None: every number begins with +"
    choices={COUNTRY_CHOICES}
    hint="Of numbers that are written without a country code."
    {...unbound<string>(file.options.country?.code ?? '', (code) =>
      file.setOptions({ country: code === '' ? null : { code, name: countryName(code) } }),
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
        // A file that was corrected meanwhile may be chosen again under its name.
        onClick={({ currentTarget }) => {
          currentTarget.value = '';
        }}
        onChange={({ currentTarget: { files } }) => {
          if (files?.[0]) void file.read(files[0]);
        }}
      />
    )}
  </FieldFrame>
);

interface CompanyFieldProps {
  name: string;
  onName: (name: string) => void;
}

const CompanyField = ({ name, onName }: CompanyFieldProps) => {
  const { data } = useRead('listCompanies', { teamId: teamId.value, limit: COMPANIES_OFFERED });
  return (
    <TextField
      label="Company"
      hint="For rows that name none: one you have, or a new name."
      suggestions={(data?.companies ?? []).map((company) => company.name)}
      {...unbound(name, onName)}
    />
  );
};

/** What the file holds, and what would become of it. */
const Chosen = ({ file }: { file: ImportFile }) => {
  if (!file.chosen) return null;
  const { source, csv } = file.chosen;
  return (
    <>
      <Section title="Columns">
        <p class="hint file-name">
          <bdi>{source.name}</bdi>
        </p>
        <MappingTable file={file} csv={csv} />
      </Section>
      <Section title="Preview">
        <ImportPreview file={file} />
      </Section>
    </>
  );
};

interface StartProps {
  file: ImportFile;
  run: ImportRun;
  company: string;
}

const Start = ({ file: { judged }, run, company }: StartProps) => {
  const canImport = judged !== null && judged.plan.ready.length > 0 && may('operate');
  return (
    <div class="form-actions import-start">
      {run.preparing !== null && (
        <Button isBusy={run.isStopping} onClick={run.stop}>
          Stop
        </Button>
      )}
      <Button
        kind="primary"
        disabled={!canImport}
        isBusy={run.preparing !== null}
        onClick={() => {
          if (judged) void run.start(judged, company);
        }}
      >
        Import
      </Button>
    </div>
  );
};

/** A file is chosen, its columns are mapped and its rows checked, before anything is sent. */
export const ChooseFile = ({ run }: { run: ImportRun }) => {
  const file = useImportFile();
  const [company, setCompany] = useState('');
  const changeCompany = (name: string): void => {
    setCompany(name);
    const hasCompany = name.trim() !== '';
    if (hasCompany !== file.options.hasCompany) file.setOptions({ hasCompany });
  };
  return (
    <>
      <fieldset class="import-choices" disabled={run.preparing !== null}>
        <div class="card fields">
          <FileField file={file} />
          <CompanyField name={company} onName={changeCompany} />
          <CountryField file={file} />
          <NamesField file={file} />
        </div>
        {file.percentRead !== null && <Progress label="Reading the file" value={file.percentRead} max={100} />}
        <Chosen file={file} />
      </fieldset>
      {file.chosen && <Start file={file} run={run} company={company} />}
    </>
  );
};
