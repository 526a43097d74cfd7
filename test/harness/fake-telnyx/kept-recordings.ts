import { randomUUID } from 'node:crypto';
import type { JsonReply } from '#infra/local/process/json-http.ts';
import { notFound } from './refusal.ts';

/** As many on a page, whatever is asked for, so that few recordings are several pages. */
const PER_PAGE_MAX = 2;

interface KeptRecording {
  id: string;
  call_leg_id: string;
  call_session_id: string;
  call_control_id: string;
}

/** Recordings that Telnyx keeps until they are deleted. */
export const newKeptRecordings = () => {
  const kept = new Map<string, KeptRecording>();
  return {
    keep: (ids: Omit<KeptRecording, 'id'>): void => {
      const id = randomUUID();
      kept.set(id, { id, ...ids });
    },
    /** Those of a call leg. */
    of: (legId: string): number => [...kept.values()].filter(({ call_leg_id }) => call_leg_id === legId).length,
    list(query: URLSearchParams): JsonReply {
      const asked = [...query].flatMap(([name, value]) => {
        const field = /^filter\[(\w+)\]$/.exec(name)?.[1];
        return field ? [[field, value] as const] : [];
      });
      const matching = [...kept.values()].filter((recording) =>
        asked.every(([field, value]) => recording[field as keyof KeptRecording] === value),
      );
      const total_pages = Math.ceil(matching.length / PER_PAGE_MAX);
      return { status: 200, body: { data: matching.slice(0, PER_PAGE_MAX), meta: { page_number: 1, total_pages } } };
    },
    delete(id: string): JsonReply {
      const recording = kept.get(id);
      if (!recording) throw notFound();
      kept.delete(id);
      return { status: 200, body: { data: recording } };
    },
  };
};
