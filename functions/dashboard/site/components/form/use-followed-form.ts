import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import { type Form, useForm } from './use-form.ts';

interface FollowedForm<Values> extends Form<Values> {
  /** What the form began with: whatever differs was changed by whoever fills it in. */
  began: Values;
}

/** A form of settings: it follows what is read anew while nobody has changed anything in it. */
export const useFollowedForm = <Values extends object>(
  loaded: Values,
  problem: Problem | null,
): FollowedForm<Values> => {
  const form = useForm(loaded, problem);
  const [began, setBegan] = useState(loaded);
  const reset = (values: Values): void => {
    setBegan(values);
    form.reset(values);
  };
  useEffect(() => {
    if (!form.isChanged) reset(loaded);
  }, [JSON.stringify(loaded)]);
  return { ...form, reset, began };
};
