import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';

/** DER header of an Ed25519 public key; the raw 32 bytes follow. */
const ED25519_HEADER = Buffer.from('302a300506032b6570032100', 'hex');

export interface ReceivedEvent {
  type: string;
  data: Record<string, unknown>;
  signatureHolds: boolean;
}

export interface Receiver {
  url: string;
  received: ReceivedEvent[];
  /** How many events it did not accept. */
  refused(): number;
  /** Answers this status from now on. */
  answer(status: number): void;
  stop(): Promise<void>;
}

const holds = (body: Buffer, signature: string, publicKey: string): boolean => {
  const der = Buffer.concat([ED25519_HEADER, Buffer.from(publicKey, 'base64')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, body, key, Buffer.from(signature, 'base64'));
};

/** A webhook receiver that checks the signature of everything it gets. */
export const startReceiver = async (publicKey: () => string): Promise<Receiver> => {
  const received: ReceivedEvent[] = [];
  let status = 200;
  let refused = 0;
  const take = async (request: IncomingMessage): Promise<void> => {
    const body = await readBytes(request);
    const signature = String(request.headers['telephony-signature-ed25519']);
    if (status < 300)
      received.push({ ...JSON.parse(body.toString()), signatureHolds: holds(body, signature, publicKey()) });
    else refused += 1;
  };
  const server = createServer((request, response) => {
    take(request).then(() => response.writeHead(status).end());
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    refused: () => refused,
    answer: (next) => {
      status = next;
    },
    stop: () => close(server),
  };
};
