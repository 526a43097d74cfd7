import type { OutputOf } from '#shared/client/client.ts';
import { ACTIVITY_ACTIONS, type ActivityAction } from '#shared/domain/account/activity.ts';

export type Activity = OutputOf<'listActivity'>['activity'][number];

const spaced = (text: string): string => text.replaceAll('_', ' ');

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `api_key.created` as a person reads it: `API key created`. */
export const actionWords = (action: ActivityAction): string => {
  const [resource = '', done = ''] = action.split('.');
  return `${capitalised(spaced(resource).replace(/^api\b/, 'API'))} ${spaced(done)}`;
};

export const ACTION_CHOICES = ACTIVITY_ACTIONS.map((action) => ({ value: action, words: actionWords(action) }));

/** The action that an address names, if there is one. */
export const actionIn = (text: string | undefined): ActivityAction | undefined =>
  ACTIVITY_ACTIONS.find((action) => action === text);

const ACTOR_WORDS: Record<Activity['actor']['type'], string> = {
  api_key: 'API key',
  session: 'dashboard',
  operator: 'operator',
};

/** By which way somebody acted, beside the name of their key. */
export const actorWords = ({ type }: Pick<Activity['actor'], 'type'>): string => ACTOR_WORDS[type];

/** The page about what something was done to; null where it has none, or is gone. */
export const resourceHref = ({ action, resource, resource_id }: Activity): string | null => {
  switch (resource) {
    case 'campaign':
      return action === 'campaign.deleted' ? null : `/campaigns/${encodeURIComponent(resource_id)}`;
    case 'contact':
      return action === 'contact.erased' ? null : `/contacts?contact=${encodeURIComponent(resource_id)}`;
    case 'api_key':
      return '/settings/api-keys?show=all';
    case 'webhook':
      return '/settings/webhooks';
    case 'phone_number':
      return '/phone-numbers';
    case 'team':
      return '/settings/suppressions';
    case 'account':
      if (action === 'retention.changed') return '/settings/retention';
      return action === 'dialing.changed' ? '/settings/dialing' : null;
    default:
      return null;
  }
};
