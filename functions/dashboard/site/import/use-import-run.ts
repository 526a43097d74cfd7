import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { CannotImport } from '#functions/dashboard/site/import/page/cannot-import.ts';
import { importPorts, PAGE_LEFT } from '#functions/dashboard/site/import/sending/import-ports.ts';
import type { Run } from '#functions/dashboard/site/import/sending/import-run.ts';
import { forgetImport, type KeptImport } from '#functions/dashboard/site/import/sending/import-storage.ts';
import {
  type PreparedImport,
  prepareImport,
  prepareRest,
} from '#functions/dashboard/site/import/sending/prepare-import.ts';
import { runImport } from '#functions/dashboard/site/import/sending/run-import.ts';
import type { Judged } from './use-judgement.ts';

export interface ImportRun {
  /** Null before the first request can be sent. */
  underWay: PreparedImport | null;
  /** What precedes the first request, in words. */
  preparing: string | null;
  isStopping: boolean;
  problem: string | null;
  start(judged: Judged, companyName: string): Promise<void>;
  resume(kept: KeptImport): Promise<void>;
  /** Goes on after a stop. */
  goOn(): Promise<void>;
  stop(): void;
}

const wordsOf = (error: unknown): string => (error instanceof CannotImport ? error.message : problemOf(error).words);

/** Does one thing at a time, until it is given up or the page is left. */
const useOneAtATime = () => {
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(PAGE_LEFT), []);
  const run = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (current.current) return;
    const own = new AbortController();
    current.current = own;
    try {
      await work(own.signal);
    } finally {
      current.current = null;
    }
  };
  return { run, giveUp: () => current.current?.abort() };
};

/** An import as it is carried out. */
export const useImportRun = (): ImportRun => {
  const [underWay, setUnderWay] = useState<PreparedImport | null>(null);
  const [preparing, setPreparing] = useState<string | null>(null);
  const [isStopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, giveUp } = useOneAtATime();
  const send = async (prepared: PreparedImport, signal: AbortSignal): Promise<void> => {
    const onChange = (now: Run): void => setUnderWay({ ...prepared, run: now });
    const { settings } = prepared;
    onChange(prepared.run);
    setPreparing(null);
    const last = await runImport(prepared.run, settings, importPorts(signal), { onChange, signal });
    if (last.status === 'done') await forgetImport(settings.teamId, settings.fingerprint).catch(() => undefined);
    await refresh('listContacts', 'listCompanies', 'getCompany');
  };
  const begin = (prepare: (signal: AbortSignal) => Promise<PreparedImport>): Promise<void> =>
    run(async (signal) => {
      setProblem(null);
      try {
        await send(await prepare(signal), signal);
      } catch (error) {
        if (!signal.aborted) setProblem(wordsOf(error));
      }
      setPreparing(null);
      setStopping(false);
    });
  return {
    underWay,
    preparing,
    isStopping,
    problem,
    start: (judged, companyName) =>
      begin((signal) => prepareImport(judged, companyName, { report: setPreparing, signal })),
    resume: (kept) => begin((signal) => prepareRest(kept, { report: setPreparing, signal })),
    goOn: async () => {
      if (underWay) await begin(async () => underWay);
    },
    stop: () => {
      setStopping(true);
      giveUp();
    },
  };
};
