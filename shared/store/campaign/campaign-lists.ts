import { noContacts } from '#shared/domain/campaign/contact-status.ts';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { counterOwners, idOfCampaignKey, lists } from '#shared/store/keys.ts';
import { readPage } from '#shared/store/table/lists.ts';
import { readSets, readSetsForShow } from '#shared/store/table/records.ts';
import { type Condition, equals, type Key, oneOf, type TableReader } from '#shared/store/table/table.ts';
import { type CampaignControl, definitionAndCounterKeys, toCampaign } from './campaigns.ts';

/** A running or scheduled campaign with this assistant; the index may miss one that began a moment ago. */
export const findCampaignUsing = async (
  table: TableReader,
  teamIds: string[],
  assistantId: string,
): Promise<CampaignControl | undefined> => {
  const filter = [oneOf('ix.status', ['running', 'scheduled']), equals('ix.assistant_id', assistantId)];
  return (await controlsOf(table, teamIds, filter))[0];
};

/** Those of the campaigns that may dial, now or after a resume, as the index knows them. */
export const campaignsUnderWay = async (
  table: TableReader,
  teamIds: string[],
): Promise<{ id: string; status: CampaignStatus }[]> => {
  const entries = await entriesOf(table, teamIds, [oneOf('ix.status', ['running', 'scheduled', 'paused'])]);
  return entries.map(({ pk, ix }) => ({ id: idOfCampaignKey(pk), status: ix.status }));
};

/** Ids of a team's campaigns that call from a number; the index may miss one that was created a moment ago. */
export const campaignsWithNumber = async (table: TableReader, teamId: string, numberId: string): Promise<string[]> => {
  const controls = await controlsOf(table, [teamId], []);
  return controls.filter(({ from_number_ids }) => from_number_ids.includes(numberId)).map(({ id }) => id);
};

type Entry = Key & { ix: { status: CampaignStatus } };

const entriesOf = async (table: TableReader, teamIds: string[], filter: Condition[]): Promise<Entry[]> => {
  const found = await Promise.all(
    teamIds.map((teamId) =>
      table.query<Entry>({
        index: 'list',
        partition: lists.campaigns(teamId),
        filter: [...filter, equals('ix.deleted', false)],
        fields: ['pk', 'sk', 'ix'],
      }),
    ),
  );
  return found.flat();
};

const controlsOf = async (table: TableReader, teamIds: string[], filter: Condition[]): Promise<CampaignControl[]> => {
  const controls = await table.getMany<CampaignControl>(await entriesOf(table, teamIds, filter));
  return controls.filter((control) => control !== undefined);
};

interface CampaignFilter {
  status?: string | undefined;
  assistantId?: string | undefined;
  deleted: 'exclude' | 'include' | 'only';
}

/** For show; where a campaign is so new that its definition seems missing, all are read again, consistently. */
const readRest = async (table: TableReader, controls: CampaignControl[]) => {
  const wanted = controls.map(({ id }) => definitionAndCounterKeys(id));
  const seen = await readSetsForShow(table, wanted);
  return seen.every(({ definition }) => definition) ? seen : readSets(table, wanted);
};

export const listCampaignRecords = async (
  table: TableReader,
  teamId: string,
  filter: CampaignFilter,
  page: { limit: number; offset: number },
): Promise<{ campaigns: Campaign[]; count: number }> => {
  const unfiltered = !filter.status && !filter.assistantId && filter.deleted === 'exclude';
  const { items: controls, count } = await readPage<CampaignControl>(table, {
    list: lists.campaigns(teamId),
    ...(unfiltered && { counter: counterOwners.campaigns(teamId) }),
    filter: [
      ...(filter.deleted === 'include' ? [] : [equals('ix.deleted', filter.deleted === 'only')]),
      ...(filter.status ? [equals('ix.status', filter.status)] : []),
      ...(filter.assistantId ? [equals('ix.assistant_id', filter.assistantId)] : []),
    ],
    ...page,
  });
  const rest = await readRest(table, controls);
  const campaigns = controls.flatMap((control, at) => {
    const { definition, counts = noContacts(), usage } = rest[at] ?? {};
    return definition ? [toCampaign(definition, control, counts, usage)] : [];
  });
  return { campaigns, count };
};
