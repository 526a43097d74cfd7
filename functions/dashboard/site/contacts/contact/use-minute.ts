import { useEffect, useState } from 'preact/hooks';
import { now } from '#functions/dashboard/site/format/clock.ts';

const TICK_MS = 15_000;

/** The time, told anew often enough for a clock that shows minutes. */
export const useMinute = (): Date => {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const tick = setInterval(() => setTime(now()), TICK_MS);
    return () => clearInterval(tick);
  }, []);
  return time;
};
