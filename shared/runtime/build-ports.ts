import { simulatedTelephony } from '#shared/providers/telephony/simulated-telephony.ts';
import type { CallEventMessage, CampaignMessage, DialMessage } from '#shared/schemas/messages.ts';
import { dynamodbTable } from '#shared/store/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table.ts';
import { schedulerWakeUps } from './campaign-wake-ups.ts';
import type { Capability, CapabilityPorts } from './capabilities.ts';
import { env } from './env.ts';
import { sqsSender } from './queue-sender.ts';

let table: TableWriter | undefined;

export const sharedTable = (): TableWriter => {
  table ??= dynamodbTable({ tableName: env.tableName });
  return table;
};

const BUILDERS: { [C in Capability]: () => CapabilityPorts[C] } = {
  'table:read': () => ({ table: sharedTable() }),
  'table:write': () => ({ table: sharedTable() }),
  'dialQueue:send': () => ({ dialQueue: sqsSender<DialMessage>(env.dialQueueUrl) }),
  'campaignQueue:send': () => ({
    campaignQueue: sqsSender<CampaignMessage>(env.campaignQueueUrl, (message) => message.campaign_id),
  }),
  'callEventQueue:send': () => ({ callEventQueue: sqsSender<CallEventMessage>(env.callEventQueueUrl) }),
  'schedules:write': () => ({
    wakeUps: schedulerWakeUps({
      group: env.scheduleGroup,
      roleArn: env.scheduleRoleArn,
      targetArn: env.campaignQueueArn,
    }),
  }),
  telephony: () => ({ telephony: simulatedTelephony({ carrierUrl: env.carrierUrl }) }),
};

/** The ports of the capabilities a function declares, and no others. */
export const buildPorts = (uses: readonly Capability[]): object =>
  Object.assign({}, ...uses.map((capability) => BUILDERS[capability]()));
