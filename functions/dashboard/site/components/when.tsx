import { now } from '#functions/dashboard/site/format/clock.ts';
import { shownTime } from '#functions/dashboard/site/format/time.ts';

interface WhenProps {
  at: string | null;
  /** IANA zone in which it is told; that of the browser without. */
  zone?: string | null;
}

/** A moment with its zone; the exact time is its title. */
export const When = ({ at, zone }: WhenProps) => {
  if (at === null) return <span class="none">—</span>;
  return (
    <time dateTime={at} title={at}>
      {shownTime(at, zone ?? undefined, now())}
    </time>
  );
};
