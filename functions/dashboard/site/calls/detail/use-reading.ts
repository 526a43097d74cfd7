import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { LineRange } from './findings.ts';

/** So near to the end somebody reads along. */
const AT_END_PX = 32;

const lineOf = (frame: HTMLElement | null, at: number): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-line="${at}"]`) ?? null;

const isInView = (frame: HTMLElement, line: HTMLElement): boolean => {
  const [outer, inner] = [frame.getBoundingClientRect(), line.getBoundingClientRect()];
  return inner.bottom > outer.top && inner.top < outer.bottom;
};

/** Scrolls nothing but the frame, and no further than it takes. */
const bringIntoView = (frame: HTMLElement, line: HTMLElement): void => {
  const [outer, inner] = [frame.getBoundingClientRect(), line.getBoundingClientRect()];
  const above = inner.top - outer.top;
  const below = inner.bottom - outer.bottom;
  if (above < 0) frame.scrollTop += above;
  else if (below > 0) frame.scrollTop += Math.min(below, above);
};

/** New lines are followed by whoever reads at the end; who has scrolled back is left there. */
const useEnd = (frame: RefObject<HTMLElement | null>, lineCount: number, isLive: boolean) => {
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current && isLive && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [lineCount, isLive]);
  return (): void => {
    const { current } = frame;
    if (current) isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < AT_END_PX;
  };
};

/** The line that is being said stays in view for whoever looks at it; who has scrolled elsewhere is left there. */
const useSpoken = (frame: RefObject<HTMLElement | null>, active: number | null): void => {
  const before = useRef<number | null>(null);
  useLayoutEffect(() => {
    const { current } = frame;
    const last = before.current === null ? null : lineOf(current, before.current);
    before.current = active;
    const line = active === null ? null : lineOf(current, active);
    if (current && line && (last === null || isInView(current, last))) bringIntoView(current, line);
  }, [active]);
};

/** The lines of a quote are shown, and focused, when somebody asks for them: also again. */
const useQuoted = (frame: RefObject<HTMLElement | null>, quoted: LineRange | null): void => {
  useEffect(() => {
    const line = quoted === null ? null : lineOf(frame.current, quoted.first);
    if (!frame.current || !line) return;
    frame.current.scrollIntoView({ block: 'nearest' });
    bringIntoView(frame.current, line);
    line.focus({ preventScroll: true });
  }, [quoted]);
};

interface Reading {
  frame: RefObject<HTMLElement | null>;
  onScroll(): void;
}

/** What scrolls a transcript: new words while the call is live, the voice on its recording, and quotes. */
export const useReading = (given: {
  lineCount: number;
  isLive: boolean;
  active: number | null;
  quoted: LineRange | null;
}): Reading => {
  const frame = useRef<HTMLElement>(null);
  const onScroll = useEnd(frame, given.lineCount, given.isLive);
  useSpoken(frame, given.active);
  useQuoted(frame, given.quoted);
  return { frame, onScroll };
};
