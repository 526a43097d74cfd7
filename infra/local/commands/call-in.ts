import { settings } from '#infra/local/process/environment.ts';
import { readFlags } from '#infra/local/process/read-flags.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { StartError } from '#infra/local/process/start-error.ts';

/** `npm run call-in -- --to <number> --from <number>`: the simulated carrier calls one of your numbers. */

const USAGE = 'npm run call-in -- --to +12125551000 --from +14155550100';
const E164 = /^\+[1-9]\d{6,14}$/;

const readParties = (): { to: string; from: string } => {
  const options = { to: { type: 'string' }, from: { type: 'string' } } as const;
  const { to, from } = readFlags({ options }, `\nUsage: ${USAGE}`).values;
  if (!to || !from) throw new StartError(`Both --to and --from are needed.\nUsage: ${USAGE}`);
  for (const number of [to, from]) {
    if (!E164.test(number)) throw new StartError(`"${number}" is not a phone number like +14155550100.`);
  }
  return { to, from };
};

const callIn = async (): Promise<void> => {
  const parties = readParties();
  const service = findRunningService(settings.stateDir());
  if (!service) throw new StartError('No service is running here. Start it with "npm start" in another terminal.');
  if (service.carrier_url === null)
    throw new StartError('The service uses Telnyx; only the simulated carrier can simulate an inbound call.');
  const response = await fetch(`${service.carrier_url}/inbound-calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parties),
  });
  const body = (await response.json()) as { call_control_id?: string; message?: string };
  if (!response.ok) throw new StartError(`The carrier refused the call: ${body.message}`);
  console.log(`${parties.from} calls ${parties.to}: ${body.call_control_id}`);
};

callIn().catch((error: Error) => {
  console.error(error instanceof StartError ? error.message : `The call could not be placed: ${error.message}`);
  process.exit(1);
});
