import { describe, expect, test } from '@jest/globals';
import { type Bench, FROM } from './bench.ts';

const LOCAL_SEARCH = { countryCode: 'US', areaCode: '415', numberType: 'local', limit: 5 } as const;

/** Searching, buying and giving back numbers. */
export const numbersContract = (name: string, bench: Bench): void => {
  describe(`${name}: numbers`, () => {
    test('a search offers numbers of the area, with prices, able to speak', async () => {
      const found = await bench.telephony.searchNumbers(LOCAL_SEARCH);
      expect(found).toHaveLength(LOCAL_SEARCH.limit);
      for (const number of found) {
        expect(number).toEqual({
          phoneNumber: expect.stringMatching(/^\+1415\d{7}$/),
          monthlyPrice: expect.stringMatching(/^\d+(\.\d+)?$/),
          setupPrice: expect.stringMatching(/^\d+(\.\d+)?$/),
          features: expect.arrayContaining(['voice']),
        });
      }
    });

    test('a search for toll-free numbers offers those', async () => {
      const [number] = await bench.telephony.searchNumbers({ countryCode: 'US', numberType: 'toll-free', limit: 1 });
      expect(number?.phoneNumber).toMatch(/^\+18\d{9}$/);
    });

    test('one reference buys one number, however often it is ordered', async () => {
      const [number] = await bench.telephony.searchNumbers(LOCAL_SEARCH);
      const order = { phoneNumber: number?.phoneNumber ?? '', orderReference: 'num_repeated' };
      const ordered = await bench.telephony.orderNumber(order);
      expect(ordered).toEqual({ result: 'ordered', providerNumberId: expect.stringMatching(/./) });
      expect(await bench.telephony.orderNumber(order)).toEqual(ordered);
      const stillFor = (await bench.telephony.searchNumbers(LOCAL_SEARCH)).map(({ phoneNumber }) => phoneNumber);
      expect(stillFor).not.toContain(order.phoneNumber);
    });

    test('a number that is sold, or that the carrier does not have, is unavailable', async () => {
      const [number] = await bench.telephony.searchNumbers(LOCAL_SEARCH);
      const phoneNumber = number?.phoneNumber ?? '';
      await bench.telephony.orderNumber({ phoneNumber, orderReference: 'num_first' });
      const unavailable = { result: 'unavailable', reason: expect.stringMatching(/./) };
      expect(await bench.telephony.orderNumber({ phoneNumber, orderReference: 'num_second' })).toEqual(unavailable);
      const foreign = { phoneNumber: '+14155550001', orderReference: 'num_third' };
      expect(await bench.telephony.orderNumber(foreign)).toEqual(unavailable);
    });

    test('an order is found by its reference, and only by it', async () => {
      const [number] = await bench.telephony.searchNumbers(LOCAL_SEARCH);
      const order = { phoneNumber: number?.phoneNumber ?? '', orderReference: 'num_found' };
      const ordered = await bench.telephony.orderNumber(order);
      expect(await bench.telephony.findOrder(order.orderReference)).toEqual(ordered);
      expect(await bench.telephony.findOrder('num_never_ordered')).toEqual({ result: 'not_found' });
      expect(await bench.setup.unreachable.findOrder(order.orderReference)).toEqual({ result: 'unavailable' });
    });

    test('a released number is for sale again, and releasing it again changes nothing', async () => {
      const [number] = await bench.telephony.searchNumbers(LOCAL_SEARCH);
      const phoneNumber = number?.phoneNumber ?? '';
      const ordered = await bench.telephony.orderNumber({ phoneNumber, orderReference: 'num_released' });
      if (ordered.result !== 'ordered') throw new Error(ordered.reason);
      const { providerNumberId } = ordered;
      await bench.telephony.releaseNumber({ providerNumberId, phoneNumber });
      await bench.telephony.releaseNumber({ providerNumberId, phoneNumber });
      const offered = (await bench.telephony.searchNumbers(LOCAL_SEARCH)).map((one) => one.phoneNumber);
      expect(offered).toContain(phoneNumber);
    });

    test('a carrier that is not there fails a search, an order and a release', async () => {
      const { unreachable } = bench.setup;
      await expect(unreachable.searchNumbers(LOCAL_SEARCH)).rejects.toThrow();
      await expect(unreachable.orderNumber({ phoneNumber: FROM, orderReference: 'num_x' })).rejects.toThrow();
      await expect(unreachable.releaseNumber({ providerNumberId: 'x', phoneNumber: FROM })).rejects.toThrow();
    });
  });
};
