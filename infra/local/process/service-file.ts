import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CarrierName } from '#shared/providers/telephony/carrier-settings.ts';
import { commandOf } from './processes.ts';

const SERVICE_FILE = 'service.json';

/** The addresses of a running service. */
export interface ServiceFile {
  pid: number;
  base_url: string;
  port: number;
  dynamodb_url: string;
  sqs_url: string;
  scheduler_url: string;
  /** What requests to the database, the queues, the recordings and the scheduler are signed with. */
  aws_secret_access_key: string;
  telephony_provider: CarrierName;
  /** The simulated carrier's, with the secret in its path; null with another provider. */
  carrier_url: string | null;
  /** The carrier's conversation engine gets the assistant's words here. */
  model_endpoint_url: string;
  table_name: string;
}

export const writeServiceFile = (stateDir: string, service: ServiceFile): void =>
  writeFileSync(join(stateDir, SERVICE_FILE), `${JSON.stringify(service, null, 2)}\n`);

export const removeServiceFile = (stateDir: string): void => rmSync(join(stateDir, SERVICE_FILE), { force: true });

/** The service that runs on a state directory; undefined if its process is gone. */
export const findRunningService = (stateDir: string): ServiceFile | undefined => {
  try {
    const service = JSON.parse(readFileSync(join(stateDir, SERVICE_FILE), 'utf8')) as ServiceFile;
    return commandOf(service.pid) === undefined ? undefined : service;
  } catch {
    return undefined;
  }
};
