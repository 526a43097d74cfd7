import { DAY_MS } from '#shared/domain/time.ts';
import type { WebhookKind } from './signing.ts';

/** The account's data in a test event. */
interface TestEventFacts {
  teamId: string | null;
  planName: string;
  now: Date;
}

/** US numbers reserved for fiction. */
const TEST_NUMBERS = { from: '+12025550100', to: '+12025550199' };

/** An event that receivers can process without harm, because its ids belong to nothing. */
export const testEventOf = (kind: WebhookKind, { teamId, planName, now }: TestEventFacts) => {
  const at = now.toISOString();
  if (kind === 'call') {
    const data = {
      call_control_id: 'test-call-control',
      call_leg_id: 'test-call-leg',
      call_session_id: 'test-call-session',
      client_state: Buffer.from(JSON.stringify({ test: true })).toString('base64'),
      connection_id: 'test-connection',
      ...TEST_NUMBERS,
      direction: 'outbound',
      start_time: at,
    };
    return { type: 'call.initiated', data };
  }
  const data = {
    subscription_id: 'test-subscription',
    customer_id: 'test-customer',
    plan_name: planName,
    status: 'active',
    current_period_start: at,
    current_period_end: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
    metadata: { team_id: teamId },
  };
  return { type: 'subscription.updated', data };
};
