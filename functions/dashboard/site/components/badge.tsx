import { statusWords } from '#functions/dashboard/site/format/words.ts';

type Tone = 'live' | 'good' | 'waiting' | 'bad' | 'neutral';

const TONES: Partial<Record<string, Tone>> = {
  running: 'live',
  in_progress: 'live',
  ringing: 'live',
  dialing: 'live',
  calling: 'live',
  completed: 'good',
  answered: 'good',
  active: 'good',
  delivered: 'good',
  scheduled: 'waiting',
  paused: 'waiting',
  queued: 'waiting',
  retry_scheduled: 'waiting',
  voicemail: 'waiting',
  no_answer: 'waiting',
  busy: 'waiting',
  failed: 'bad',
  exhausted: 'bad',
  dead_lettered: 'bad',
};

/** A status in words; colour only repeats what they say. */
export const Badge = ({ status }: { status: string }) => (
  <span class={`badge ${TONES[status] ?? 'neutral'}`}>{statusWords(status)}</span>
);
