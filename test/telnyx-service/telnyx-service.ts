import { type ChildCalls, callsOf } from '../harness/child-calls.ts';
import { type ChildService, startChildService } from '../harness/child-service.ts';
import { type FakeTelnyx, type FakeTelnyxOptions, startFakeTelnyx } from '../harness/fake-telnyx/fake-telnyx.ts';

/** So fast that a test is short, and so slow that the service answers before a callee's patience ends. */
const SPEED = 8;

/** The service as shipped, configured for Telnyx, and a Telnyx that it talks to. */
export interface TelnyxService extends ChildService, ChildCalls {
  telnyx: FakeTelnyx;
}

const variablesOf = (telnyx: FakeTelnyx): Record<string, string> => ({
  TELEPHONY_PROVIDER: 'telnyx',
  TELNYX_API_KEY: telnyx.apiKey,
  TELNYX_PUBLIC_KEY: telnyx.publicKey,
  TELNYX_CONNECTION_ID: telnyx.connectionId,
  TELNYX_BASE_URL: telnyx.baseUrl,
});

export const startTelnyxService = async (
  furtherVariables: (telnyx: FakeTelnyx) => Record<string, string> = () => ({}),
  options: FakeTelnyxOptions = {},
): Promise<TelnyxService> => {
  const telnyx = await startFakeTelnyx({ speed: SPEED, ...options });
  const undo = [telnyx.stop];
  const stop = async (): Promise<void> => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const service = await startChildService({ ...variablesOf(telnyx), ...furtherVariables(telnyx) });
    undo.push(service.stop);
    telnyx.setWebhookUrl(`${service.address.base_url}/api/db/webhook`);
    return { ...service, ...(await callsOf(service)), telnyx, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
