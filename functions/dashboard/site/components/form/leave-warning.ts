import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Confirmation, confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { leftFor } from './left-for.ts';

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

const CHANGES_LOST: Confirmation = {
  title: 'Leave without saving?',
  body: 'What you have changed here is lost.',
  yes: 'Leave',
  isDangerous: true,
};

/** Asks before a link, a reload or a closed tab ends what is under way here, such as what was typed. */
export const useLeaveWarning = (isNeeded: boolean, question = CHANGES_LOST): void => {
  const { route } = useLocation();
  useEffect(() => {
    if (!isNeeded) return;
    const keep = (event: BeforeUnloadEvent): void => event.preventDefault();
    const ask = async (event: MouseEvent): Promise<void> => {
      const address = leftFor({ event, link: linkOf(event), from: location });
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (await confirm(question)) route(address);
    };
    addEventListener('beforeunload', keep);
    addEventListener('click', ask, { capture: true });
    return () => {
      removeEventListener('beforeunload', keep);
      removeEventListener('click', ask, { capture: true });
    };
  }, [isNeeded, question, route]);
};
