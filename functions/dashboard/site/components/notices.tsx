import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

type Tone = 'done' | 'problem';

interface Notice {
  id: number;
  words: string;
  tone: Tone;
}

/** Long enough to read; what went wrong stays until it is closed. */
const DONE_SHOWN_MS = 6_000;

/** Older ones make room. */
const SHOWN_MAX = 3;

const notices = signal<Notice[]>([]);
let count = 0;

const close = (id: number): void => {
  notices.value = notices.value.filter((notice) => notice.id !== id);
};

/** Says what has been done, or why not, wherever the person is by then. */
export const notify = (words: string, tone: Tone = 'done'): void => {
  count += 1;
  const id = count;
  // What was done before is old news; what went wrong stays.
  const others = notices.value.filter((notice) => notice.tone === 'problem' && notice.words !== words);
  notices.value = [...others, { id, words, tone }].slice(-SHOWN_MAX);
  if (tone === 'done') setTimeout(() => close(id), DONE_SHOWN_MS);
};

/** Where notices appear: above everything, an open dialog included. */
export const NoticeHost = () => {
  const host = useRef<HTMLDivElement>(null);
  const shown = notices.value;
  useEffect(() => {
    host.current?.hidePopover();
    // What is shown last lies above what was shown before.
    if (shown.length > 0) host.current?.showPopover();
  }, [shown]);
  return (
    <div ref={host} class="notices" popover="manual">
      <div role="status" aria-live="polite">
        {shown.map(({ id, words, tone }) => (
          <p key={id} class={`notice ${tone}`}>
            <span>{words}</span>
            <button type="button" class="button quiet icon" aria-label="Dismiss" onClick={() => close(id)}>
              ×
            </button>
          </p>
        ))}
      </div>
    </div>
  );
};
