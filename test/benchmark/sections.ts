import { measureBundles } from './bundles/bundles.ts';
import { measureCampaignUnits } from './campaign/campaign-units.ts';
import { measureRegion } from './campaign/region.ts';
import { measureThroughput } from './campaign/throughput.ts';
import { measureTurns } from './conversation/turn-latency.ts';
import { measureEndpointUnits } from './endpoints/endpoint-units.ts';
import { measureLists } from './lists/lists.ts';
import type { Measure } from './section.ts';

/** In the order in which they run. */
export const SECTIONS: Record<string, Measure> = {
  'campaign-units': measureCampaignUnits,
  'endpoint-units': measureEndpointUnits,
  lists: measureLists,
  throughput: measureThroughput,
  region: measureRegion,
  bundles: measureBundles,
  'turn-latency': measureTurns,
};
