import { measureCampaignUnits } from './campaign/campaign-units.ts';
import { measureRegion } from './campaign/region.ts';
import { measureThroughput } from './campaign/throughput.ts';
import { measureTurnSection } from './conversation/turn-section.ts';
import { measureEndpointUnits } from './endpoints/endpoint-units.ts';
import { measureLists } from './lists/lists.ts';
import { measureBundleSection } from './neighbours/bundles-section.ts';
import type { Measure } from './section.ts';

/** In the order in which they run. */
export const SECTIONS: Record<string, Measure> = {
  'campaign-units': measureCampaignUnits,
  'endpoint-units': measureEndpointUnits,
  lists: measureLists,
  throughput: measureThroughput,
  region: measureRegion,
  bundles: measureBundleSection,
  'turn-latency': measureTurnSection,
};
