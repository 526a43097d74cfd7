import type { Call } from '#functions/dashboard/site/calls/call.ts';
import { isLive } from '#functions/dashboard/site/calls/call-state.ts';
import { speakerWords } from '#functions/dashboard/site/calls/call-words.ts';
import { shownDuration } from '#functions/dashboard/site/format/time.ts';
import type { LineRange } from './findings.ts';
import { useReading } from './use-reading.ts';

interface TranscriptProps {
  call: Call;
  /** The second at which each line begins; null where that is not known. */
  starts: readonly (number | null)[];
  /** The line that is being said on the recording. */
  active: number | null;
  quoted: LineRange | null;
  /** Plays from a second on; null where there is no recording. */
  onSeek: ((second: number) => void) | null;
}

interface LineProps {
  line: Call['transcript'][number];
  at: number;
  speaker: string;
  start: number | null;
  isActive: boolean;
  isQuoted: boolean;
  onSeek: ((second: number) => void) | null;
}

/** A click that marks words is none. */
const isMarking = (): boolean => getSelection()?.isCollapsed === false;

const Time = ({ start, at, onSeek }: { start: number | null; at: string; onSeek: LineProps['onSeek'] }) => {
  if (start === null) return <span class="none">—</span>;
  const shown = shownDuration(start);
  const time = (
    <time dateTime={at} title={at}>
      {shown}
    </time>
  );
  if (onSeek === null) return time;
  return (
    <button
      type="button"
      class="button quiet small"
      aria-label={`Play from ${shown}`}
      onClick={(event) => {
        event.stopPropagation();
        onSeek(start);
      }}
    >
      {time}
    </button>
  );
};

const Line = ({ line, at, speaker, start, isActive, isQuoted, onSeek }: LineProps) => {
  const play = (): void => {
    if (start !== null && !isMarking()) onSeek?.(start);
  };
  const classes = [
    'call-line',
    line.role === 'assistant' ? 'own' : 'theirs',
    isQuoted && 'quoted',
    onSeek && 'playable',
  ];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: The button with the time does the same by keys.
    <li
      class={classes.filter(Boolean).join(' ')}
      data-line={at}
      tabIndex={-1}
      aria-current={isActive ? 'true' : undefined}
      onClick={onSeek === null ? undefined : play}
    >
      <span class="call-time">
        <Time start={start} at={line.at} onSeek={onSeek} />
      </span>
      <span class="call-speaker">{speaker}</span>
      <p>
        {line.text}
        {line.interrupted && <span class="none"> (interrupted)</span>}
      </p>
    </li>
  );
};

const emptyWords = ({ status, answered_at, answered_by }: Call): string => {
  if (status === 'cancelled') return 'The call was cancelled before it began.';
  if (status === 'scheduled' || status === 'queued') return 'The call has not begun.';
  if (status === 'dialing' || status === 'ringing') return 'The phone rings. The words appear here as they are said.';
  if (status === 'in_progress') return 'Nobody has said anything yet.';
  return answered_at === null && answered_by === null
    ? 'Nobody answered, so nothing was said.'
    : 'No words of this call are kept.';
};

/** What was said, as a log that grows while the call is live. */
export const CallTranscript = ({ call, starts, active, quoted, onSeek }: TranscriptProps) => {
  const isGrowing = isLive(call);
  const lines = call.transcript;
  const { frame, onScroll } = useReading({ lineCount: lines.length, isLive: isGrowing, active, quoted });
  const isQuoted = (at: number): boolean => quoted !== null && at >= quoted.first && at <= quoted.last;
  return (
    <section
      class="call-transcript"
      ref={frame}
      aria-live={isGrowing ? 'polite' : 'off'}
      aria-label="What was said"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no mouse scrolls it by keys.
      tabIndex={0}
      onScroll={onScroll}
    >
      {lines.length === 0 && <p class="hint">{emptyWords(call)}</p>}
      <ol>
        {lines.map((line, at) => (
          <Line
            key={at}
            line={line}
            at={at}
            speaker={speakerWords(line.role, call)}
            start={starts[at] ?? null}
            isActive={at === active}
            isQuoted={isQuoted(at)}
            onSeek={onSeek}
          />
        ))}
      </ol>
    </section>
  );
};
