import type { Readable } from 'node:stream';

export interface RecordingWriter {
  /** Saving the same key again replaces the recording. */
  save(key: string, recording: FetchedRecording): Promise<void>;
}

export interface RecordingRemover {
  /** What is not there (any more) counts as removed. */
  remove(key: string): Promise<void>;
}

export interface RecordingLinks {
  /** A short-lived link to a recording, for anybody who may read its call. */
  linkTo(key: string): Promise<string>;
}

export interface FetchedRecording {
  body: Readable;
  bytes: number;
  contentType: string;
}

export type FetchRecording = (url: string) => Promise<FetchedRecording>;
