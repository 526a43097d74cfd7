import { counted } from '#functions/dashboard/site/format/words.ts';
import { countsOf, type Run } from '#functions/dashboard/site/import/sending/import-run.ts';

const TENTH = 10;

export const headingOf = ({ status }: Pick<Run, 'status'>): string => {
  if (status === 'done') return 'Import finished';
  return status === 'stopped' ? 'Import stopped' : 'Importing';
};

/** How far an import is, for listeners: at every tenth, at a halt with its reason, and in full at the end. */
export const milestoneOf = (run: Run): string => {
  const { total, open, created, duplicates, failed } = countsOf(run);
  const isOver = run.status === 'done' || run.status === 'stopped';
  const tenths = total === 0 ? TENTH : Math.floor(((total - open) / total) * TENTH);
  if (!isOver) return [`${headingOf(run)}: ${tenths * TENTH} %.`, run.words].filter(Boolean).join(' ');
  const halted = run.status === 'stopped' ? [run.words, `${counted(open, 'row')} open.`] : [];
  return [
    `${headingOf(run)}: ${created.toLocaleString('en')} created, ${counted(duplicates, 'duplicate')}, ${failed.toLocaleString('en')} failed.`,
    ...halted,
  ]
    .filter(Boolean)
    .join(' ');
};
