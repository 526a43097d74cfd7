import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonReply } from '#infra/local/process/json-http.ts';
import type { Call } from './calls.ts';
import { filtersOf } from './query-filters.ts';
import { notFound, TelnyxRefusal } from './refusal.ts';

const PATH = /^\/recordings\/([\w-]+)\.wav$/;
const PER_PAGE_DEFAULT = 20;
export const PER_PAGE_MAX = 250;

/** A distinct sound file for every call leg. */
export const recordingOf = (legId: string): Buffer => Buffer.from(`RIFF fake recording of ${legId}`);

export const recordingPath = (legId: string): string => `/recordings/${legId}.wav`;

interface Kept extends Json {
  id: string;
}

/** How lists follow what is kept. */
export interface ListHabits {
  /** Lists go on showing what was deleted. */
  listsDeleted: boolean;
  /** The most on one page, whatever is asked for. */
  listedPerPage: number;
}

const FILTERS = {
  recordings: ['call_control_id', 'call_leg_id', 'call_session_id', 'from', 'to', 'connection_id', 'conference_id'],
  transcriptions: ['recording_id'],
};

/** What can be listed by page and deleted by id. */
const newKeptList = (filters: string[], habits: ListHabits) => {
  const kept = new Map<string, Kept & { isDeleted: boolean }>();

  const pageOf = (name: string, query: URLSearchParams, fallback: number): number => {
    const value = Number(query.get(`page[${name}]`) ?? fallback);
    if (!Number.isInteger(value) || value < 1 || (name === 'size' && value > PER_PAGE_MAX)) {
      throw new TelnyxRefusal(422, '10015', 'Bad Request', { detail: `page[${name}] is not valid.` });
    }
    return value;
  };

  return {
    keep: (one: Kept): void => void kept.set(one.id, { ...one, isDeleted: false }),
    matching: (fields: Json): Kept[] =>
      [...kept.values()].filter(
        (one) => !one.isDeleted && Object.entries(fields).every(([name, value]) => one[name] === value),
      ),

    list(query: URLSearchParams): JsonReply {
      const { 'page[number]': _, 'page[size]': __, ...wanted } = filtersOf(query, filters);
      const shown = [...kept.values()].filter(
        ({ isDeleted, ...one }) =>
          (habits.listsDeleted || !isDeleted) && Object.entries(wanted).every(([name, value]) => one[name] === value),
      );
      const size = Math.min(pageOf('size', query, PER_PAGE_DEFAULT), habits.listedPerPage);
      const page_number = pageOf('number', query, 1);
      const data = shown.slice((page_number - 1) * size, page_number * size).map(({ isDeleted, ...one }): Json => one);
      const total = { total_pages: Math.ceil(shown.length / size), total_results: shown.length };
      return { status: 200, body: { data, meta: { page_number, page_size: size, ...total } } };
    },

    remove(id: string): JsonReply {
      const one = kept.get(id);
      if (!one || one.isDeleted) throw notFound();
      one.isDeleted = true;
      const { isDeleted, ...data } = one;
      return { status: 200, body: { data } };
    },
  };
};

type Recorded = Pick<Call, 'controlId' | 'legId' | 'sessionId' | 'connectionId' | 'from' | 'to'>;

/** The fake's recordings and their transcriptions. */
export const newRecordings = (habits: ListHabits) => {
  const recordings = newKeptList(FILTERS.recordings, habits);
  const transcriptions = newKeptList(FILTERS.transcriptions, habits);
  return {
    /** Keeps a call's recording; answers its id. */
    record({ controlId, legId, sessionId, connectionId, from, to }: Recorded): string {
      const id: string = randomUUID();
      const names = { call_control_id: controlId, call_leg_id: legId, call_session_id: sessionId };
      recordings.keep({ id, record_type: 'recording', ...names, connection_id: connectionId, from, to });
      return id;
    },
    /** Somebody else has a recording written down. */
    transcribe: (recording_id: string, transcription_text: string): void =>
      transcriptions.keep({
        id: randomUUID(),
        record_type: 'recording_transcription',
        recording_id,
        transcription_text,
      }),
    list: recordings.list,
    remove: recordings.remove,
    listTranscriptions: transcriptions.list,
    removeTranscription: transcriptions.remove,
    /** The ids of a call's recordings that are kept, and of their transcriptions. */
    keptOf(controlId: string): string[] {
      return recordings.matching({ call_control_id: controlId }).map(({ id }) => id);
    },
    transcriptionsOf: (recording_id: string): number => transcriptions.matching({ recording_id }).length,

    /** Serves recordings to whoever has the link; false for any other request. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const legId = request.method === 'GET' ? PATH.exec(request.url ?? '')?.[1] : undefined;
      if (legId === undefined) return false;
      if (recordings.matching({ call_leg_id: legId }).length === 0) {
        response.writeHead(404).end();
        return true;
      }
      const body = recordingOf(legId);
      response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': body.length }).end(body);
      return true;
    },
  };
};

export type Recordings = ReturnType<typeof newRecordings>;
