import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { queries } from '#functions/dashboard/site/api/query.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { isExpired, isFresh, type RecordingLink } from './playback.ts';

const GONE = 'The recording is not kept any more.';
const BROKEN = 'The recording could not be loaded.';

export interface Recording {
  audio: RefObject<HTMLAudioElement | null>;
  /** Null while there is no recording. */
  url: string | null;
  /** Why it cannot be played. */
  problem: string | null;
  seek(second: number): void;
  /** Moves by some seconds, backwards if they are negative. */
  skip(seconds: number): void;
  retry(): void;
  setSpeed(speed: number): void;
  events: { onPlay(): void; onPause(): void; onTimeUpdate(): void; onSeeking(): void; onError(): void };
}

const readLink = async (id: string): Promise<RecordingLink | null> => {
  const { call } = await queries.fetchQuery({ queryKey: ['getCall', { id }], queryFn: () => api.getCall({ id }) });
  return call.recording_url === null ? null : { url: call.recording_url, readAtMs: now().getTime() };
};

/** Where the reader is in the recording, whatever becomes of its link. */
interface Position {
  second: number;
  isPlaying: boolean;
  speed: number;
}

/** Puts a player with another link to where it was. */
const restore = (audio: HTMLAudioElement, { second, isPlaying, speed }: Position): void => {
  if (audio.error !== null) audio.load();
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  audio.currentTime = second;
  // Whoever leaves or pauses meanwhile ends the promise; a link that fails tells so by its own event.
  if (isPlaying) audio.play().catch(() => undefined);
};

/**
 * A player of a call's recording, whose link works for some minutes only. The link that is played stays while others are
 * read with the call; when it has expired or fails, another is read, and the player goes on where it was.
 */
export const useRecording = (
  callId: string,
  given: RecordingLink | null,
  onSecond: (second: number) => void,
): Recording => {
  const audio = useRef<HTMLAudioElement>(null);
  const position = useRef<Position>({ second: 0, isPlaying: false, speed: 1 });
  const isRenewing = useRef(false);
  const [link, setLink] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (link === null) setLink(given);
  });
  useEffect(() => {
    if (isRenewing.current && audio.current) restore(audio.current, position.current);
    isRenewing.current = false;
  }, [link]);
  const renew = async (): Promise<void> => {
    if (isRenewing.current) return;
    isRenewing.current = true;
    setProblem(null);
    audio.current?.pause();
    try {
      const renewed = await readLink(callId);
      if (renewed) return setLink(renewed);
      setProblem(GONE);
    } catch (error) {
      setProblem(problemOf(error).words);
    }
    isRenewing.current = false;
  };
  const track = (): void => {
    if (isRenewing.current || !audio.current) return;
    position.current.second = audio.current.currentTime;
    onSecond(audio.current.currentTime);
  };
  const play = (): void => {
    position.current.isPlaying = true;
    if (link !== null && isExpired(link, now())) void renew();
    else audio.current?.play().catch(() => undefined);
  };
  const seek = (second: number): void => {
    position.current.second = second;
    if (audio.current) audio.current.currentTime = second;
    onSecond(second);
    play();
  };
  return {
    audio,
    url: link?.url ?? null,
    problem,
    seek,
    skip: (seconds) => {
      const { current } = audio;
      if (current) current.currentTime = Math.max(0, current.currentTime + seconds);
    },
    retry: () => {
      position.current.isPlaying = true;
      void renew();
    },
    setSpeed: (speed) => {
      position.current.speed = speed;
      if (!audio.current) return;
      audio.current.defaultPlaybackRate = speed;
      audio.current.playbackRate = speed;
    },
    events: {
      onPlay: play,
      onPause: () => {
        if (!isRenewing.current && !audio.current?.error) position.current.isPlaying = false;
      },
      onTimeUpdate: track,
      // Told before the recording is there: a link that has expired loses nobody's place.
      onSeeking: track,
      onError: () => {
        if (link === null || isFresh(link, now())) setProblem(BROKEN);
        else void renew();
      },
    },
  };
};
