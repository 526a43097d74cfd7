import { isRedialling } from '#shared/domain/campaign/status.ts';
import type { AnnouncePorts } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { cancelCallbacks } from './cancel-callbacks.ts';
import { wakeCampaign } from './give-command.ts';
import { carryOnInStep, type Portion } from './portions.ts';
import { reopenSome } from './redial.ts';
import { cancelSome } from './stop.ts';

type CarryOnPorts = AnnouncePorts & Needs<'limits' | 'campaignQueue' | 'portions' | 'clock' | 'sleep'>;

/** What a cancel or redial has left over for the engine. */
const portionOf = (ports: CarryOnPorts, control: CampaignControl): Portion | null => {
  const { table, clock } = ports;
  if (control.status === 'cancelled')
    return async (contacts) =>
      (await cancelSome(table, control.id, clock(), contacts)) || (await cancelCallbacks(ports, control.id));
  return isRedialling(control) ? (contacts) => reopenSome(ports, control.id, clock(), contacts) : null;
};

/**
 * Carries on a cancel or redial for the rest of a step that began at `begin`, and wakes the campaign for the rest of
 * it. Returns true when something is left.
 */
export const carryOn = async (ports: CarryOnPorts, control: CampaignControl, begin: Date): Promise<boolean> => {
  const portion = portionOf(ports, control);
  const isLeft = portion !== null && (await carryOnInStep(ports, begin, portion));
  // Whoever a redial has reopened may be due, and a campaign without any may complete.
  if (isLeft || isRedialling(control)) await wakeCampaign(ports, control.id);
  return isLeft;
};
