import { describe, expect, test } from '@jest/globals';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { type Bench, calleeEnding, FROM } from './bench.ts';
import type { Delivery } from './deliveries.ts';

const OLD_MS = 10 * MINUTE_MS;

/** What the carrier reports, and how its reports are recognised. */
export const webhookContract = (name: string, bench: Bench): void => {
  describe(`${name}: events`, () => {
    const oneOf = (call: { callControlId: string }, type: string) =>
      bench.eventsOf(call).find((event) => event.type === type)?.data;

    test('a call that was answered tells its course in the words of the product', async () => {
      const to = calleeEnding('0001', 561);
      const call = await bench.place(to);
      await bench.untilEvent(call, 'call.hangup');
      await bench.untilEvent(call, 'call.recording.saved');
      const identifiers = {
        call_leg_id: call.callLegId,
        call_session_id: call.callSessionId,
        client_state: call.clientState,
        connection_id: expect.stringMatching(/./),
      };
      const parties = { ...identifiers, call_control_id: call.callControlId, from: FROM, to };
      expect(oneOf(call, 'call.initiated')).toMatchObject({ ...parties, direction: 'outbound' });
      expect(oneOf(call, 'call.answered')).toMatchObject(parties);
      expect(oneOf(call, 'call.machine_detection.ended')).toMatchObject({ ...parties, result: 'human' });
      expect(oneOf(call, 'call.recording.saved')).toMatchObject({
        ...identifiers,
        recording_url: expect.stringMatching(/^https?:\/\/.*\.wav$/),
      });
      expect(oneOf(call, 'call.hangup')).toMatchObject({ ...parties, hangup_cause: 'normal_clearing' });
      // Not every carrier reports the completion beside the hangup.
      const completed = oneOf(call, 'call.completed');
      if (completed) expect(completed).toMatchObject({ ...parties, hangup_cause: 'normal_clearing' });
    });

    test.each([
      ['0003', 'user_busy'],
      ['0002', 'no_answer|timeout'],
    ])('a callee ending in %s hangs up with %s', async (ending, cause) => {
      const call = await bench.place(calleeEnding(ending, 562));
      await bench.untilEvent(call, 'call.hangup');
      expect(oneOf(call, 'call.hangup')?.hangup_cause).toMatch(new RegExp(`^(${cause})$`));
      expect(bench.typesOf(call)).not.toContain('call.answered');
    });

    test('a machine that answers is recognised, and its beep', async () => {
      const call = await bench.place(calleeEnding('0004', 562));
      await bench.untilEvent(call, 'call.machine_greeting.ended');
      expect(oneOf(call, 'call.machine_detection.ended')).toMatchObject({ result: 'machine' });
      expect(oneOf(call, 'call.machine_greeting.ended')).toMatchObject({ result: BEEP });
    });

    test('events come twice and out of order, and each still tells the whole of it', async () => {
      const call = await bench.place(calleeEnding('0008', 562));
      await bench.time.until(
        () => bench.typesOf(call).filter((type) => type === 'call.initiated').length === 2,
        'it twice',
      );
      expect(oneOf(call, 'call.initiated')).toMatchObject({ direction: 'outbound', client_state: call.clientState });
    });

    test('what is no event of a carrier becomes none', () => {
      const webhook = bench.setup.webhook();
      for (const body of [null, 'text', [], {}, { data: 1 }, { data: { event_type: 'call.dtmf.received' } }]) {
        expect(webhook.normalise(body)).toEqual([]);
      }
    });
  });

  describe(`${name}: signatures`, () => {
    const firstDelivery = async (): Promise<Delivery> => {
      if (bench.receiver.received.length === 0) await bench.place(calleeEnding('0003', 563));
      await bench.time.until(() => bench.receiver.received.length > 0, 'an event');
      return bench.receiver.received[0] as Delivery;
    };

    test('a delivery of the carrier is verified', async () => {
      expect(await bench.setup.webhook().verify(await firstDelivery())).toBe(true);
    });

    test('one changed bit is one too many', async () => {
      const delivery = await firstDelivery();
      const body = Buffer.from(delivery.body);
      body.writeUInt8(body.readUInt8(10) ^ 1, 10);
      expect(await bench.setup.webhook().verify({ ...delivery, body })).toBe(false);
    });

    test('without any of its headers, or with nonsense in it, a delivery is refused', async () => {
      const delivery = await firstDelivery();
      for (const header of bench.setup.signatureHeaders) {
        for (const value of [undefined, '', 'nonsense', '0']) {
          const headers = { ...delivery.headers, [header]: value };
          expect(await bench.setup.webhook().verify({ ...delivery, headers })).toBe(false);
        }
      }
    });

    test('another key, and none, verify nothing', async () => {
      const delivery = await firstDelivery();
      for (const publicKey of [bench.setup.otherPublicKey, '', 'nonsense']) {
        expect(await bench.setup.webhook(publicKey).verify(delivery)).toBe(false);
      }
    });

    test('where signatures have a time, one that lies far away is refused', async () => {
      const { body } = await firstDelivery();
      if (!bench.setup.signedAt) return;
      const now = Date.now();
      expect(await bench.setup.webhook().verify(bench.setup.signedAt(body, new Date(now)))).toBe(true);
      expect(await bench.setup.webhook().verify(bench.setup.signedAt(body, new Date(now - OLD_MS)))).toBe(false);
      expect(await bench.setup.webhook().verify(bench.setup.signedAt(body, new Date(now + OLD_MS)))).toBe(false);
    });
  });
};
