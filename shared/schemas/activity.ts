import * as z from 'zod';
import { ACTIVITY_ACTIONS, ACTIVITY_RESOURCES } from '#shared/domain/account/activity.ts';
import { ACTOR_TYPES } from '#shared/domain/account/actor.ts';
import { id, timestamp } from './fields/primitives.ts';

export const Activity = z
  .object({
    id: id('activity', 'act_01JNB4Q8Z6W2'),
    at: timestamp,
    actor: z.object({
      type: z.enum(ACTOR_TYPES).meta({
        description: '`session`: somebody at the dashboard. `operator`: somebody at the command line.',
        examples: ['api_key'],
      }),
      id: z.string().meta({ description: 'Identifier of the key or session.', examples: ['key_01JNB4Q8Z6W2'] }),
      name: z.string().meta({ description: 'Name of the key, also of a session.', examples: ['Nightly import'] }),
    }),
    action: z.enum(ACTIVITY_ACTIONS).meta({ examples: ['campaign.paused'] }),
    resource: z.enum(ACTIVITY_RESOURCES).meta({ description: 'What it was done to.', examples: ['campaign'] }),
    resource_id: z
      .string()
      .meta({ description: "The resource's identifier; of a webhook its kind.", examples: ['camp_01JNB4Q8Z6W2'] }),
    summary: z
      .string()
      .meta({ description: 'The same in words, without personal values.', examples: ['Paused a campaign.'] }),
  })
  .meta({ id: 'Activity' });
