import { type Tallies, type Tally, totalOf } from '#test/benchmark/database/counting-proxy.ts';
import { type MeasuredService, startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { untilQuiet } from '#test/benchmark/service/until-quiet.ts';
import { BILLING_SECRETS } from '#test/harness/stack/environment.ts';
import { REQUESTS } from './requests.ts';
import { type Ask, createWorld } from './world.ts';

/** Calls go on for as long as the measuring takes. */
const CARRIER_SPEED = 1;
/** Reads of the same moment are one request, so what others read then would be counted to the endpoint. */
const QUIET_MS = 250;

export interface EndpointCosts {
  id: keyof typeof REQUESTS;
  total: Tally;
  spent: Tallies;
}

const asking =
  ({ credentials }: MeasuredService, mark?: string): Ask =>
  async (method, path, body, headers) => {
    const marked = { ...headers, ...(mark !== undefined && { 'x-benchmark': mark }) };
    const answer = await fetch(`${credentials.base_url}${path}`, { method, headers: marked, ...(body && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };

/** Every endpoint, asked once when everything is warm: what its own requests to the database cost. */
export const measureEndpoints = async (progress: (line: string) => void): Promise<EndpointCosts[]> => {
  const environment = { STRIPE_WEBHOOK_SECRET: BILLING_SECRETS.stripe };
  const service = await startMeasuredService({ carrierSpeed: CARRIER_SPEED, proxy: {}, environment });
  try {
    const world = await createWorld(service, asking(service));
    const costs: EndpointCosts[] = [];
    for (const [id, prepare] of Object.entries(REQUESTS)) {
      progress(id);
      const request = await prepare(world);
      await untilQuiet(service, QUIET_MS);
      await request(service.clientMarked(id), asking(service, id));
      const spent = service.marked.get(id) ?? new Map();
      costs.push({ id: id as EndpointCosts['id'], total: totalOf(spent), spent });
    }
    return costs;
  } finally {
    await service.stop();
  }
};
