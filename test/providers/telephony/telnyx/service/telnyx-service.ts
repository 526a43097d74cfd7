import { type FakeTelnyx, type FakeTelnyxOptions, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { callsOf, type OwnCalls } from '#test/harness/given/calls/own-calls.ts';
import { type OwnService, startOwnService } from '#test/harness/stack/own-service.ts';

/** The service, configured for Telnyx, and a Telnyx that it talks to, both in one time. */
export interface TelnyxService extends OwnService, OwnCalls {
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
  let telnyx: FakeTelnyx | undefined;
  const environment = async (): Promise<Record<string, string>> => {
    telnyx = await startFakeTelnyx({ speed: 1, ...options });
    return { ...variablesOf(telnyx), ...furtherVariables(telnyx) };
  };
  const service = await startOwnService({ environment });
  if (!telnyx) throw new Error('The service was started without a Telnyx.');
  const { stop: stopTelnyx, setWebhookUrl } = telnyx;
  setWebhookUrl(`${service.address.base_url}/api/db/webhook`);
  const stop = async (): Promise<void> => {
    await service.stop();
    await stopTelnyx();
  };
  // Where the carrier is real, people are called from 08:00 to 21:00 on their own clock; tests run at any hour.
  await service.client.updateDialingSettings({ accountSlug: service.accountSlug, callingHours: null });
  return { ...service, ...(await callsOf(service)), telnyx, stop };
};
