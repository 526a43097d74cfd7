import { describe, expect, test } from '@jest/globals';
import { DIAL_REPLY_DEADLINE_MS } from '#shared/ports/telephony.ts';
import { type Bench, calleeEnding, clientStateOf } from './bench.ts';

/** Placing calls and asking what became of them. */
export const diallingContract = (name: string, bench: Bench): void => {
  describe(`${name}: dialling`, () => {
    test('a dial names the call, and the same command names the same call', async () => {
      const to = calleeEnding('0001', 556);
      const { commandId, clientState, ...placed } = await bench.place(to);
      expect(placed).toEqual({
        result: 'placed',
        callControlId: expect.stringMatching(/./),
        callLegId: expect.stringMatching(/./),
        callSessionId: expect.stringMatching(/./),
      });
      expect(await bench.dial(to, commandId)).toEqual(placed);
      expect(bench.setup.placedCalls(to)).toBe(1);
    });

    test('an invalid number is told, at once or when the call ends', async () => {
      const dialed = await bench.dial(calleeEnding('0005'));
      if (dialed.result !== 'placed') {
        expect(dialed).toEqual({ result: 'refused', cause: 'invalid_number', reason: expect.stringMatching(/./) });
        return;
      }
      await bench.untilEvent(dialed, 'call.hangup');
      const hangup = bench.eventsOf(dialed).find(({ type }) => type === 'call.hangup');
      expect(hangup?.data.hangup_cause).toBe('invalid_number');
    });

    test('a rate limit places nothing, and the command can be sent again', async () => {
      const to = calleeEnding('0009');
      const commandId = bench.newCommand();
      expect(await bench.dial(to, commandId)).toEqual({ result: 'busy_carrier', reason: expect.stringMatching(/./) });
      expect(bench.setup.placedCalls(to)).toBe(0);
      expect(await bench.dial(to, commandId)).toMatchObject({ result: 'placed' });
    });

    test('a dial that is never answered is unknown by its deadline, was sent once, and may have placed a call', async () => {
      const to = calleeEnding('0007');
      const began = bench.time.now();
      const dialed = await bench.time.during(() => bench.dial(to));
      expect(dialed).toEqual({ result: 'unknown', reason: expect.stringMatching(/./) });
      expect(bench.time.now() - began).toBe(DIAL_REPLY_DEADLINE_MS);
      expect(bench.setup.placedCalls(to)).toBe(1);
    });

    test('a carrier that is not there has placed nothing', async () => {
      expect(await bench.dial(calleeEnding('0001'), bench.newCommand(), bench.setup.unreachable)).toMatchObject({
        result: 'busy_carrier',
      });
    });
  });

  describe(`${name}: finding a call`, () => {
    test('a call is live until it has ended', async () => {
      const call = await bench.place(calleeEnding('0003', 557));
      const live = await bench.telephony.findCall(call);
      expect(live).toMatchObject({ callControlId: call.callControlId, callLegId: call.callLegId });
      await bench.untilEvent(call, 'call.hangup');
      expect(await bench.telephony.findCall(call)).toMatchObject({
        callControlId: call.callControlId,
        state: 'ended',
        endedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      });
    });

    test('a ringing call is not ended', async () => {
      const call = await bench.place(calleeEnding('0002', 557));
      expect(await bench.telephony.findCall(call)).toMatchObject({ state: 'ringing', answeredAt: null, endedAt: null });
    });

    test('without its id a live call is found by what it was dialled with', async () => {
      const { commandId, clientState, callControlId } = await bench.place(calleeEnding('0002', 557));
      const found = await bench.telephony.findCall({ callControlId: null, commandId, clientState });
      expect(found).toMatchObject({ callControlId, state: 'ringing' });
    });

    test('a call that the carrier does not know is not found, and one that it cannot be asked about is unavailable', async () => {
      const commandId = bench.newCommand();
      for (const callControlId of ['v3:nobody-knows', null]) {
        const unknown = { callControlId, commandId, clientState: clientStateOf(commandId) };
        expect(await bench.telephony.findCall(unknown)).toBe('not_found');
        expect(await bench.setup.unreachable.findCall(unknown)).toBe('unavailable');
      }
    });
  });
};
