import type { IncomingMessage, ServerResponse } from 'node:http';

const PATH = /^\/recordings\/([\w-]+)\.wav$/;

/** A distinct sound file for every call leg. */
export const recordingOf = (legId: string): Buffer => Buffer.from(`RIFF fake recording of ${legId}`);

export const recordingPath = (legId: string): string => `/recordings/${legId}.wav`;

/** Serves recordings to whoever has the link; false for any other request. */
export const serveRecording = (request: IncomingMessage, response: ServerResponse): boolean => {
  const legId = request.method === 'GET' ? PATH.exec(request.url ?? '')?.[1] : undefined;
  if (legId === undefined) return false;
  const body = recordingOf(legId);
  response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': body.length }).end(body);
  return true;
};
