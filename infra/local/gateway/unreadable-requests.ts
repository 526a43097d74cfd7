import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import { jsonAnswer, writeAnswer } from './gateway-response.ts';

interface Unreadable {
  status: number;
  words: string;
}

const UNREADABLE: Record<string, Unreadable> = {
  HPE_HEADER_OVERFLOW: { status: 431, words: 'The request line and headers are larger than 10 KB.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, words: 'The request did not arrive in time.' },
};
const NO_HTTP: Unreadable = { status: 400, words: 'The request is not well-formed HTTP.' };

const EXPECTATION: Unreadable = { status: 417, words: 'The only expectation that is met is "Expect: 100-continue".' };

const answerFor = ({ status, words }: Unreadable) => jsonAnswer(status, { success: false, error: words });

const textOf = (unreadable: Unreadable): string => {
  const { status, headers, body } = answerFor(unreadable);
  const all = [...headers, ['x-request-id', randomUUID()], ['content-length', String(body.length)]];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}connection: close\r\n\r\n${body}`;
};

/** Answers what Node.js cannot read as a request in the shape of every error; by itself it answers without a body. */
export const answerUnreadableRequests = (server: Server): void => {
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else socket.end(textOf(UNREADABLE[code ?? ''] ?? NO_HTTP));
  });
  server.on('checkExpectation', async (_, response) => {
    response.setHeader('x-request-id', randomUUID()).setHeader('connection', 'close');
    await writeAnswer(response, answerFor(EXPECTATION));
    response.end();
  });
};
