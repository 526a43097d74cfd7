import { useState } from 'preact/hooks';
import type { Call } from '#functions/dashboard/site/calls/call.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { CallRecording } from './call-recording.tsx';
import { CallTranscript } from './call-transcript.tsx';
import type { LineRange } from './findings.ts';
import { lineAt, lineStarts } from './playback.ts';
import { useRecording } from './use-recording.ts';

interface TalkProps {
  call: Call;
  /** When the call was read: its link works from then on. */
  readAtMs: number;
  quoted: LineRange | null;
}

/** What was said on a call, in step with its recording where there is one. */
export const CallTalk = ({ call, readAtMs, quoted }: TalkProps) => {
  const [active, setActive] = useState<number | null>(null);
  const starts = lineStarts(call);
  const given = call.recording_url === null ? null : { url: call.recording_url, readAtMs };
  const recording = useRecording(call.id, given, (second) => setActive(lineAt(starts, second)));
  const { url, seek } = recording;
  return (
    <Section title="Transcript">
      <div class="card call-talk">
        {url !== null && <CallRecording recording={recording} url={url} starts={starts} />}
        <CallTranscript
          call={call}
          starts={starts}
          active={active}
          quoted={quoted}
          onSeek={url === null ? null : seek}
        />
      </div>
    </Section>
  );
};
