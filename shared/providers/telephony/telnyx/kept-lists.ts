import * as z from 'zod';
import type { TelnyxRequest } from './client.ts';
import { telnyxError } from './failure.ts';

/** Telnyx' largest page. */
const PER_PAGE = 250;

/** A reply without a list is no empty list. */
const Page = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1) })),
  meta: z.object({ total_pages: z.number() }),
});

/** What is listed; `field` is the name of the filter and of the field that it compares. */
interface Wanted {
  path: '/recordings' | '/recording_transcriptions';
  field: 'call_leg_id' | 'call_session_id' | 'call_control_id' | 'recording_id';
  value: string;
}

const readPage = async (request: TelnyxRequest, { path, field, value }: Wanted, page: number) => {
  const query = { [`filter[${field}]`]: value, 'page[number]': page, 'page[size]': PER_PAGE };
  try {
    return Page.parse(await request((client, limits) => client.get<unknown>(path, { ...limits, query })));
  } catch (error) {
    throw telnyxError(error);
  }
};

/**
 * The ids of all that a list shows for a filter, on whichever page. Whoever deletes what is listed must not meet a list
 * whose filter was overlooked, because that holds the calls of everybody.
 */
export const listedIds = async (request: TelnyxRequest, wanted: Wanted): Promise<string[]> => {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await readPage(request, wanted, page);
    const isForeign = data.some((one) => one[wanted.field] !== wanted.value);
    if (isForeign) throw new Error(`Telnyx listed more than was asked for by ${wanted.field}.`);
    ids.push(...data.map(({ id }) => id));
    if (data.length === 0 || page >= meta.total_pages) return ids;
  }
};
