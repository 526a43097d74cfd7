import { settings } from '#infra/local/process/environment.ts';
import { readFlags } from '#infra/local/process/read-flags.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { createClient } from '#shared/client/client.ts';
import { WEBHOOK_KINDS } from '#shared/domain/webhook/signing.ts';
import { readCredentials } from './demo-account.ts';
import {
  ACCEPTED,
  type ReceivedEvent,
  type ReceiverAnswer,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';
import type { VerificationKeys } from './webhook-verification.ts';

/** `npm run receive-webhooks`: a receiver on this machine that verifies and prints the events of the service. */

const USAGE = 'npm run receive-webhooks -- [--register] [--answer <status>|hang|close]';
const STATUS = /^[2-5]\d\d$/;
/** Columns as wide as their longest value. */
const KIND_WIDTH = 'billing'.length;
const TYPE_WIDTH = 'call.machine_detection.ended'.length;

interface Options {
  register: boolean;
  answer: ReceiverAnswer;
}

const answerOf = (text: string): ReceiverAnswer => {
  if (text === 'hang' || text === 'close') return text;
  if (STATUS.test(text)) return Number(text);
  throw new StartError(`--answer takes a status such as 500, "hang" or "close", not "${text}".\nUsage: ${USAGE}`);
};

const readOptions = (): Options => {
  const options = {
    register: { type: 'boolean', default: false },
    answer: { type: 'string', default: String(ACCEPTED) },
  } as const;
  const { register, answer } = readFlags({ options }, `\nUsage: ${USAGE}`).values;
  return { register, answer: answerOf(answer) };
};

/** A client of the service that runs here, with the demo account's token. */
const localService = () => {
  const stateDir = settings.stateDir();
  const [service, credentials] = [findRunningService(stateDir), readCredentials(stateDir)];
  if (!service) {
    throw new StartError(
      `No service is running on ${stateDir}. Start it with "npm start" in another terminal, or set CALL_VERIFICATION_KEY ` +
        'and BILLING_VERIFICATION_KEY to the keys that GET /api/settings/webhooks shows.',
    );
  }
  if (!credentials)
    throw new StartError(`${stateDir}/credentials.json is gone, so the service cannot be asked for its keys.`);
  const client = createClient({ baseUrl: service.base_url, token: credentials.api_token });
  return { client, accountSlug: credentials.account_slug };
};

const keysOfService = async (): Promise<VerificationKeys> => {
  const { client, accountSlug } = localService();
  const { webhooks } = await client.listWebhooks({ accountSlug });
  return Object.fromEntries(webhooks.map(({ kind, verification_key }) => [kind, verification_key ?? '']));
};

const register = async (url: string): Promise<void> => {
  const { client, accountSlug } = localService();
  for (const kind of WEBHOOK_KINDS) {
    await client.setWebhook({ kind, accountSlug, url: `${url}/${kind}` });
    console.log(`The service now sends ${kind} events to ${url}/${kind}.`);
  }
};

const answered = (answer: ReceiverAnswer): string =>
  ({ hang: 'left without an answer', close: 'connection closed' })[String(answer)] ?? `answered ${answer}`;

const lineOf = ({ at, kind, type, id, problem, isDuplicate, answer }: ReceivedEvent): string => {
  const time = at.toTimeString().slice(0, 'HH:MM:SS'.length);
  const verdict = problem === null ? 'verified' : `NOT verified: ${problem}`;
  const words = [verdict, ...(isDuplicate ? ['duplicate'] : []), answered(answer)].join(', ');
  return [time, (kind ?? '?').padEnd(KIND_WIDTH), type.padEnd(TYPE_WIDTH), id, words].join('  ');
};

/** The keys in the environment, else the service's, read at each event so that a rotation is noticed. */
const keySource = async (): Promise<() => Promise<VerificationKeys>> => {
  const configured = settings.verificationKeys();
  if (configured) return async () => configured;
  let latest = await keysOfService();
  return async () => {
    latest = await keysOfService().catch(() => latest);
    return latest;
  };
};

const start = async (answer: ReceiverAnswer): Promise<WebhookReceiver> => {
  const [port, keys] = [settings.receiverPort(), await keySource()];
  try {
    return await startWebhookReceiver({ port, answer, keys, onEvent: (event) => console.log(lineOf(event)) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${port} is in use. Choose another one with PORT, for example PORT=${port + 1}.`);
  }
};

const receive = async (): Promise<void> => {
  const options = readOptions();
  const receiver = await start(options.answer);
  console.log(`Receiving at ${receiver.url}. Ctrl-C stops.`);
  if (options.register) await register(receiver.url);
};

receive().catch((error: Error) => {
  console.error(error instanceof StartError ? error.message : `Webhooks cannot be received: ${error.message}`);
  process.exit(1);
});
