import type { Readable } from 'node:stream';

export interface RecordingWriter {
  /** Saving the same key again replaces it by the same recording. */
  save(key: string, recording: { body: Readable; bytes: number; contentType: string }): Promise<void>;
}

export interface RecordingLinks {
  /** A short-lived address of a recording, for whoever may read its call. */
  linkTo(key: string): Promise<string>;
}

export interface FetchedRecording {
  body: Readable;
  bytes: number;
  contentType: string;
}

export type FetchRecording = (url: string) => Promise<FetchedRecording>;
