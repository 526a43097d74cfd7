import { useState } from 'preact/hooks';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { shownDuration } from '#functions/dashboard/site/format/time.ts';
import { isShorterThanTalk } from './playback.ts';
import type { Recording } from './use-recording.ts';

const SKIP_SECONDS = 10;
const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];

const Speed = ({ onSpeed }: { onSpeed: (speed: number) => void }) => {
  const [speed, setSpeed] = useState(1);
  const choose = (chosen: number): void => {
    setSpeed(chosen);
    onSpeed(chosen);
  };
  return (
    <label class="call-speed">
      Speed
      <select value={speed} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </label>
  );
};

interface CallRecordingProps {
  recording: Recording;
  url: string;
  /** The second at which each line of the transcript begins. */
  starts: readonly (number | null)[];
}

/** The player of a recording; nothing of it is loaded before it is played. */
export const CallRecording = ({ recording, url, starts }: CallRecordingProps) => {
  const { audio, problem, skip, retry, setSpeed, events } = recording;
  const [seconds, setSeconds] = useState<number | null>(null);
  return (
    <div class="call-player">
      <audio
        ref={audio}
        aria-label="Recording"
        controls
        preload="none"
        src={url}
        {...events}
        onLoadedMetadata={({ currentTarget }) => setSeconds(currentTarget.duration)}
      />
      <div class="call-player-buttons">
        <Button onClick={() => skip(-SKIP_SECONDS)}>Back {SKIP_SECONDS} s</Button>
        <Button onClick={() => skip(SKIP_SECONDS)}>Forward {SKIP_SECONDS} s</Button>
        <Speed onSpeed={setSpeed} />
      </div>
      {seconds !== null && isShorterThanTalk(seconds, starts) && (
        <p class="hint">The recording lasts {shownDuration(seconds)}; what is said later is not on it.</p>
      )}
      {problem !== null && (
        <p class="banner bad" role="alert">
          {problem} <Button onClick={retry}>Try again</Button>
        </p>
      )}
    </div>
  );
};
