import { useRef, useState } from 'preact/hooks';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { isUnknown, type Problem, problemOf } from './problem.ts';

export interface Command<Given extends unknown[]> {
  /** Does nothing while it is under way. Resolves to whether it was done. */
  run(...given: Given): Promise<boolean>;
  isBusy: boolean;
  problem: Problem | null;
  clear(): void;
}

interface Options {
  /** Problems are shown by the form instead of in a notice. */
  inForm?: boolean;
}

/**
 * Something that a person tells the service to do. `act` gets an Idempotency-Key, which stays the same until the service
 * has answered: whoever presses again after a lost answer has the effect once.
 */
export const useCommand = <Given extends unknown[]>(
  act: (key: string, ...given: Given) => Promise<unknown>,
  { inForm = false }: Options = {},
): Command<Given> => {
  const key = useRef<string | null>(null);
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async (...given: Given): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    key.current ??= crypto.randomUUID();
    setBusy(true);
    setProblem(null);
    try {
      await act(key.current, ...given);
      key.current = null;
      return true;
    } catch (error) {
      const found = problemOf(error);
      if (!isUnknown(found)) key.current = null;
      setProblem(found);
      if (!inForm) notify(found.words, 'problem');
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, isBusy, problem, clear: () => setProblem(null) };
};
