import { startChildService } from '#test/harness/stack/child-service.ts';
import { announceService } from './service.ts';

/** Calls are so many times shorter than real ones. */
const CARRIER_SPEED = 20;

/** The service that all journeys use, as a person starts it. */
export default async (): Promise<void> => {
  const { stateDir, address, kill } = await startChildService({ CARRIER_SPEED: String(CARRIER_SPEED) });
  announceService({ stateDir, baseUrl: address.base_url }, kill);
};
