import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCarrier } from '#infra/local/carrier/carrier.ts';
import { openSigningKey } from '#infra/local/carrier/signing-key.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { simulatedWebhook } from '#shared/providers/telephony/simulated/simulated-webhook.ts';
import { telephonyContract } from './contract.ts';
import { deadAddress } from './deliveries.ts';

telephonyContract('the simulated carrier', async ({ webhookUrl }) => {
  const stateDir = mkdtempSync(join(tmpdir(), 'carrier-contract-'));
  const otherDir = mkdtempSync(join(tmpdir(), 'other-carrier-'));
  const carrier = await startCarrier({ stateDir, webhookUrl, speed: 1, port: 0 });
  const { publicKey: otherPublicKey } = openSigningKey(otherDir);
  const commands = () =>
    readFileSync(join(stateDir, 'carrier.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { command: string; to: string; result: string });

  return {
    telephony: simulatedTelephony({ carrierUrl: carrier.url }),
    unreachable: simulatedTelephony({ carrierUrl: await deadAddress() }),
    webhook: (publicKey = carrier.publicKey) => simulatedWebhook({ publicKey }),
    otherPublicKey,
    signatureHeaders: ['telephony-signature-ed25519'],
    placedCalls: (callee) => commands().filter(({ to, result }) => to === callee && result === 'placed').length,
    callIn: async (from, to) => {
      const body = JSON.stringify({ from, to });
      const response = await fetch(`${carrier.url}/inbound-calls`, { method: 'POST', body });
      return ((await response.json()) as { call_control_id: string }).call_control_id;
    },
    stop: async () => {
      await carrier.stop();
      for (const directory of [stateDir, otherDir]) rmSync(directory, { recursive: true });
    },
  };
});
