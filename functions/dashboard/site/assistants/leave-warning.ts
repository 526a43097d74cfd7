import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { leftFor } from './left-for.ts';

const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/** Asks before a link, a reload or a closed tab throws away what was typed. */
export const useLeaveWarning = (isChanged: boolean): void => {
  const { route } = useLocation();
  useEffect(() => {
    if (!isChanged) return;
    const keep = (event: BeforeUnloadEvent): void => event.preventDefault();
    const ask = async (event: MouseEvent): Promise<void> => {
      const address = leftFor({ event, link: linkOf(event), from: location });
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      const leaves = await confirm({
        title: 'Leave without saving?',
        body: 'What you have changed here is lost.',
        yes: 'Leave',
        isDangerous: true,
      });
      if (leaves) route(address);
    };
    addEventListener('beforeunload', keep);
    addEventListener('click', ask, { capture: true });
    return () => {
      removeEventListener('beforeunload', keep);
      removeEventListener('click', ask, { capture: true });
    };
  }, [isChanged, route]);
};
