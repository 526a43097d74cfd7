import { useEffect, useRef, useState } from 'preact/hooks';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import type { Run } from '#functions/dashboard/site/import/sending/import-run.ts';
import { postTo } from '#functions/dashboard/site/import/sending/post-chunk.ts';
import type { SendPorts } from '#functions/dashboard/site/import/sending/send-chunks.ts';
import {
  runSuppressions,
  type SuppressionPlan,
  suppressionRun,
} from '#functions/dashboard/site/import/sending/suppression-list.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';

const ports: Omit<SendPorts, 'save'> = {
  send: postTo((...given) => fetch(...given), '/api/crm/suppressions/bulk'),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  nowMs: () => now().getTime(),
};

export interface ListRun {
  /** Null before it begins. */
  run: Run | null;
  isUnderWay: boolean;
  begin: (plan: SuppressionPlan) => void;
  /** Goes on with a run that has stopped. */
  goOn: () => void;
  stop: () => void;
}

/** An import of numbers under way; it ends with the dialog that shows it. */
export const useListRun = (): ListRun => {
  const [run, setRun] = useState<Run | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const send = async (prepared: Promise<Run>): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setUnderWay(true);
    try {
      setRun(await runSuppressions(await prepared, ports, { onChange: setRun, signal: controller.signal }));
    } finally {
      setUnderWay(false);
      await refresh('listSuppressions');
    }
  };
  return {
    run,
    isUnderWay,
    begin: (plan) => void send(suppressionRun(plan, { teamId: teamId.value, runId: crypto.randomUUID() })),
    goOn: () => run && void send(Promise.resolve(run)),
    stop: () => abort.current?.abort(),
  };
};
