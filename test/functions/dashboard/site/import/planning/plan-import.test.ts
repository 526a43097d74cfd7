import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { suggestMapping } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { matchCompanies } from '#functions/dashboard/site/import/planning/company-names.ts';
import {
  type ImportPlan,
  type PlanningOptions,
  planImport,
} from '#functions/dashboard/site/import/planning/plan-import.ts';
import { readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { SLICE_MS } from '#functions/dashboard/site/import/reading/time-slices.ts';
import { ContactRow } from '#shared/schemas/contact.ts';

const US = { code: 'US', name: 'United States' };
const OPTIONS: PlanningOptions = { country: US, hasCompany: true, missingNames: 'dash' };

const planOf = async (csv: string, options: Partial<PlanningOptions> = {}): Promise<ImportPlan> => {
  const read = await readCsv(csv);
  if (!read.ok) throw new Error(read.problem);
  return planImport(read.file.rows, suggestMapping(read.file.headers), { ...OPTIONS, ...options });
};

const contactsOf = ({ ready }: ImportPlan) => ready.map(({ contact }) => contact);
const reasonsOf = ({ failed }: ImportPlan) => failed.map(({ reason }) => reason);

test('a row becomes a contact with all its fields', async () => {
  const plan = await planOf(
    'First name,Last name,Phone,Phone 2,Email,Company,Title,Status,Source,Time zone,DNC,Tags,Notes,Plan,Empty\n' +
      'Ada,Lovelace,(415) 555-0100,415 555 0101,ada@acme.example,Acme,Analyst,won,fair,Europe/Berlin,yes,"vip, new"," Met\nher ",gold,\n',
  );
  expect(plan.ready).toEqual([
    {
      row: 2,
      company: 'acme',
      contact: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        phone: '+14155550100',
        phoneSecondary: '+14155550101',
        email: 'ada@acme.example',
        jobTitle: 'Analyst',
        leadStatus: 'won',
        source: 'fair',
        timezone: 'Europe/Berlin',
        doNotCall: true,
        tags: ['vip', 'new'],
        notes: ' Met\nher ',
        customFields: { Plan: 'gold' },
      },
    },
  ]);
});

describe('names', () => {
  test('that lack a part get a dash, and the person is told', async () => {
    const plan = await planOf('Name,Phone\nMadonna,+14155550100\n,+14155550101\nAda Lovelace,+14155550102\n');
    expect(contactsOf(plan)).toEqual([
      { firstName: 'Madonna', lastName: '-', phone: '+14155550100' },
      { firstName: '-', lastName: '-', phone: '+14155550101' },
      { firstName: 'Ada', lastName: 'Lovelace', phone: '+14155550102' },
    ]);
    expect(plan.notes).toEqual(['In 2 rows a part of the name is missing; it becomes "-".']);
  });

  test('that lack a part fail where the person wants that', async () => {
    const plan = await planOf('Name,Phone\nMadonna,+14155550100\n', { missingNames: 'fail' });
    expect(reasonsOf(plan)).toEqual(['The row has no last name.']);
  });

  test('are not made up where there is no number or address either', async () => {
    expect(reasonsOf(await planOf('Name,Phone,Plan\n,,gold\n'))).toEqual([
      'The row has neither a name nor a phone number nor an email address.',
    ]);
  });
});

describe('a row fails in words', () => {
  test('about every cell that is wrong, by the name of its field', async () => {
    const plan = await planOf('Name,Phone,Email,DNC\nAda Lovelace,1.41555E+10,ada,maybe\n');
    expect(plan.failed).toEqual([
      {
        row: 2,
        reason:
          'Phone: Excel has rounded this number to "1.41555E+10". Format the column as text, and export it again from ' +
          'where it came. Email: "ada" is not an email address. Do not call: "maybe" is neither yes nor no.',
      },
    ]);
  });

  test('if it names no company and none is chosen', async () => {
    const plan = await planOf('Name,Phone,Company\nAda Lovelace,+14155550100,\n', { hasCompany: false });
    expect(reasonsOf(plan)).toEqual(['The row names no company, and none is chosen for such rows.']);
  });

  test('if the name of its company is too long', async () => {
    expect(reasonsOf(await planOf(`Name,Phone,Company\nAda L,+14155550100,${'x'.repeat(201)}\n`))).toEqual([
      'Company: a name has at most 200 characters.',
    ]);
  });

  test('if it has too many cells', async () => {
    expect(reasonsOf(await planOf('Name,Phone\nLovelace, Ada,+14155550100\n'))).toEqual([
      expect.stringMatching(/^The row has more cells/),
    ]);
  });
});

describe('of rows with one number', () => {
  test('the first that is right wins, in whatever way it is written', async () => {
    const plan = await planOf(
      'Name,Phone,Email\nAda L,415 555 0100,wrong\nBob B,+14155550100,\nEve E,1 (415) 555-0100,\nMia M,14155550100.0,\n',
    );
    expect(plan.ready.map(({ row }) => row)).toEqual([3]);
    expect(plan.duplicates).toEqual([
      { row: 4, reason: 'Row 3 of this file has the number +14155550100 already.' },
      { row: 5, reason: 'Row 3 of this file has the number +14155550100 already.' },
    ]);
  });

  test('a second number of an earlier row counts too, but two rows may share a second one', async () => {
    const plan = await planOf(
      'Name,Phone,Phone 2\nAda L,+14155550100,+14155550109\nBob B,+14155550109,\nEve E,+14155550102,+14155550109\n',
    );
    expect([plan.ready.map(({ row }) => row), plan.duplicates.map(({ row }) => row)]).toEqual([[2, 4], [3]]);
  });

  test('rows without a number are none, and the person is told that nobody can call them', async () => {
    const plan = await planOf('Name,Phone\nAda L,\nAda L,\n');
    expect(plan.ready).toHaveLength(2);
    expect(plan.notes).toEqual(['2 rows without a phone number: these contacts cannot be called.']);
  });
});

test('a number that got its plus sign back is told of', async () => {
  expect((await planOf('Name,Phone\nAda L,14155550100\n')).notes).toEqual([
    'In 1 row a number had lost its plus sign; it was put back.',
  ]);
});

describe('companies', () => {
  test('are named once, whatever their case and white space', async () => {
    const plan = await planOf('Name,Phone,Company\nA A,,Acme Corp\nB B,, ACME  corp \nC C,,Other\nD D,,\n');
    expect(plan.companies).toEqual(['Acme Corp', 'Other']);
    expect(plan.ready.map(({ company }) => company)).toEqual(['acme corp', 'acme corp', 'other', null]);
  });

  test('of failed rows and duplicates are not created', async () => {
    const plan = await planOf('Name,Phone,Company\nA A,x,One\nB B,+14155550100,Two\nC C,+14155550100,Three\n');
    expect(plan.companies).toEqual(['Two']);
  });

  test('that the team has are matched, and others are missing', () => {
    const known = [
      { id: 'comp_1', name: 'ACME corp' },
      { id: 'comp_2', name: 'acme corp' },
    ];
    expect(matchCompanies(['Acme  Corp', 'Other', '__proto__', 'other'], known)).toEqual({
      ids: { 'acme corp': 'comp_1' },
      missing: ['Other', '__proto__'],
    });
  });
});

const cell = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'Ada',
      'Ada Lovelace',
      '+14155550100',
      '(415) 555-0101',
      '1.4E+10',
      'yes',
      'Acme',
      'a@b.example',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("x")',
      '🙂',
      'مرحبا',
      '\u0000',
      'x'.repeat(10_000),
      '__proto__',
    ),
  },
);
const headers = ['Name', 'Phone', 'Phone 2', 'Email', 'Company', 'DNC', 'Tags', '__proto__', 'constructor'];

test('whatever a file holds, every row is ready, failed or a duplicate, and the service can read the ready ones', async () => {
  const rows = fc.array(fc.array(cell, { minLength: headers.length, maxLength: headers.length }));
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (cells, hasCompany) => {
      const numbered = cells.map((row, at) => ({ row: at + 2, cells: row, problem: null }));
      const plan = await planImport(numbered, suggestMapping(headers), { ...OPTIONS, hasCompany });
      const seen = [...plan.ready, ...plan.failed, ...plan.duplicates].map(({ row }) => row);
      expect(seen.sort((one, other) => one - other)).toEqual(numbered.map(({ row }) => row));
      for (const { contact } of plan.ready) {
        const { data, error } = ContactRow.safeParse(JSON.parse(JSON.stringify({ companyId: 'comp_1', ...contact })));
        const tooLong = error?.issues.every(({ message }) => /at most/.test(message));
        expect(data !== undefined || tooLong || /email/.test(error?.message ?? '')).toBe(true);
      }
    }),
  );
});

test('the page gets its turn in every slice, and is told how far the plan is', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    row: at + 2,
    cells: [`Ada ${at}`, `+1415555${String(at % 10_000).padStart(4, '0')}`],
    problem: null,
  }));
  const rowMs = 1;
  let [clockMs, longestMs, sinceMs] = [0, 0, 0];
  const slices = {
    nowMs: () => (clockMs += rowMs),
    pause: async () => {
      longestMs = Math.max(longestMs, clockMs - sinceMs);
      sinceMs = clockMs;
    },
  };
  const shares: number[] = [];
  const onProgress = (share: number): unknown => shares.push(share);
  const plan = await planImport(rows, suggestMapping(['Name', 'Phone']), { ...OPTIONS, slices, onProgress });
  expect([plan.ready.length, plan.duplicates.length, plan.total]).toEqual([10_000, 10_000, 20_000]);
  expect(longestMs).toBeLessThanOrEqual(SLICE_MS + 2 * rowMs);
  expect(shares.at(-1)).toBe(1);
});
