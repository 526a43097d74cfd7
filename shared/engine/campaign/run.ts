import { NOT_DIALED_WORDS } from '#shared/domain/call/not-dialed.ts';
import { totalContacts } from '#shared/domain/campaign/contact-status.ts';
import { isRunning } from '#shared/domain/campaign/status.ts';
import { conflict } from '#shared/domain/errors.ts';
import { plural } from '#shared/domain/plural.ts';
import { outboundProblem } from '#shared/engine/call/usable-assistant.ts';
import { readDialRate } from '#shared/engine/campaign/planning/allot-dials.ts';
import type { ClaimPorts } from '#shared/engine/campaign/planning/claim-contacts.ts';
import { claimInRate } from '#shared/engine/campaign/planning/claim-in-rate.ts';
import { type BudgetPorts, type DialBudget, readDialBudget } from '#shared/engine/campaign/planning/dial-budget.ts';
import { type PlanPorts, planDials } from '#shared/engine/campaign/planning/plan-dials.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { areCallsStopped, getAccount } from '#shared/store/accounts.ts';
import { type AssistantRecord, getAssistant } from '#shared/store/assistants.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { type CampaignControl, changeControl, getControl, loadControl } from '#shared/store/campaign/campaigns.ts';
import { getCounts } from '#shared/store/campaign/contact-counts.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { commandActivity, commandChanges, giveCommand, refuseUnlessAllowed, wakeCampaign } from './give-command.ts';
import { describeRun, explainContacts, heldBy, type RunPlan } from './run-report.ts';

/** Calls claimed before the response; the engine claims the rest right after it. */
const CLAIMS_PER_RUN = 100;
/** Contacts examined before the response. */
const EXAMINED_PER_RUN = 200;

type RunPorts = PlanPorts & BudgetPorts;

interface RunRequest {
  campaignId: string;
  by: Caller;
  /** Equal when a request is repeated after a crash, so that its cap is not granted twice. */
  executionId: string;
  maxCalls: number | null;
  dryRun: boolean;
  now: Date;
}

interface RunReport {
  calls: CallRecord[];
  /** Contacts that cannot be called now. */
  failed: number;
  /** Why, a sentence for each of them; before them why the account dials no more today. */
  errors: string[];
  message: string;
}

/** The campaign's assistant. @throws Refusal 409 when the account's calls are stopped or it cannot place calls. */
const assistantToCall = async ({ table, checkTranscriber }: PlanPorts, control: CampaignControl) => {
  const [account, assistant] = await Promise.all([
    getAccount(table, control.account_id),
    getAssistant(table, control.assistant_id),
  ]);
  if (areCallsStopped(account)) throw conflict(`${NOT_DIALED_WORDS.calls_stopped}.`);
  const problem = outboundProblem(assistant, checkTranscriber);
  if (problem) throw conflict(problem);
  return assistant;
};

const commandOf = ({ executionId, maxCalls }: RunRequest) => ({ type: 'run' as const, executionId, maxCalls });

/** What all limits leave a run that may place so many calls. */
const readBudget = (ports: BudgetPorts, control: CampaignControl, cap: number | null, now: Date): Promise<DialBudget> =>
  readDialBudget(ports, control, Math.min(cap ?? CLAIMS_PER_RUN, CLAIMS_PER_RUN), now);

/** What a run is planned on. */
interface Runnable {
  control: CampaignControl;
  /** Undefined: to be read with the plan. */
  assistant?: AssistantRecord | undefined;
  budget: DialBudget;
}

/** Reads the campaign itself, because a run that lost a race is judged again on the new state. */
const readRunnable = async (ports: RunPorts, request: RunRequest, now: Date): Promise<Runnable> => {
  const control = await loadControl(ports.table, request.campaignId);
  refuseUnlessAllowed(control, commandOf(request), request.now);
  // In one turn, so that what both read by key is one request.
  const [assistant, budget] = await Promise.all([
    assistantToCall(ports, control),
    readBudget(ports, control, request.maxCalls, now),
  ]);
  return { control, assistant, budget };
};

/** A run that has begun goes on, to its own cap, whatever may forbid another one by now. */
const readBegun = async (ports: RunPorts, { campaignId }: RunRequest, now: Date): Promise<Runnable | undefined> => {
  const control = await getControl(ports.table, campaignId);
  return control && { control, budget: await readBudget(ports, control, control.calls_left, now) };
};

const planRun = async (ports: RunPorts, { control, assistant, budget }: Runnable, now: Date): Promise<RunPlan> => {
  const { calls, day, wanted } = budget;
  const plan = await planDials(ports, control, {
    ...day,
    calls,
    examine: EXAMINED_PER_RUN,
    now,
    assistant,
  });
  if (plan.problem) throw conflict(plan.problem);
  const isShort = plan.claims.length === calls && calls < wanted && plan.examined > plan.claims.length;
  return { ...plan, budget, isShort, held: isShort ? heldBy(budget, now) : null };
};

const reportErrors = (held: string | null, ofContacts: Set<string>): Pick<RunReport, 'failed' | 'errors'> => ({
  failed: ofContacts.size,
  errors: [...(held === null ? [] : [held]), ...ofContacts],
});

/** Reports what a run would do now; writes nothing. */
const forecastRun = async (ports: RunPorts, request: RunRequest): Promise<RunReport> => {
  const runnable = await readRunnable(ports, request, request.now);
  const { control } = runnable;
  const plan = await planRun(ports, runnable, request.now);
  return {
    calls: plan.claims.map(({ call }) => call),
    ...reportErrors(plan.held, new Set(explainContacts(control, plan))),
    message: describeRun(control, plan, ports.limits, { ...request, calls: plan.claims.length }),
  };
};

/** Begins a run if nobody has changed the campaign since it was read; the loser plans again. */
const begin = async (
  table: TableWriter,
  control: CampaignControl,
  changes: Partial<CampaignControl>,
  request: RunRequest,
  now: Date,
): Promise<CampaignControl> => {
  const { by, maxCalls } = request;
  const { operation, after } = changeControl(control, changes);
  const detail = maxCalls === null ? undefined : `${plural(maxCalls, 'call')} at most`;
  await table.transact([operation, commandActivity(by, control, commandOf(request), now, detail)]);
  return after;
};

/**
 * Starts a campaign and claims calls for its free slots. A campaign without contacts stays as it is. After a lost race
 * with the engine it plans again on what is left.
 */
const startRun = async (ports: ClaimPorts & RunPorts, request: RunRequest): Promise<RunReport> => {
  const { table, clock } = ports;
  const [counts, first] = await Promise.all([
    getCounts(table, request.campaignId),
    readRunnable(ports, request, clock()),
  ]);
  if (totalContacts(counts) === 0)
    return { calls: [], failed: 0, errors: [], message: 'The campaign has no contacts yet; nothing was started.' };
  const calls: CallRecord[] = [];
  const errors = new Set<string>();
  let held: string | null = null;
  let began = false;
  let isFirst = true;
  const message = await retryingLostRaces(table, async () => {
    const now = clock();
    const again = began ? readBegun : readRunnable;
    const read = isFirst ? first : await again(ports, request, now);
    const isRepeated = !began && read?.control.execution_id === request.executionId;
    began ||= isRepeated;
    if (!read || (began && !isRunning(read.control))) return 'The campaign was stopped meanwhile.';
    const { control } = read;
    const changes = began ? {} : commandChanges(control, commandOf(request), now);
    const begins = Object.keys(changes).length > 0;
    // Whoever lost a race to others that dial, and began nothing itself, leaves the rest to them.
    if (!isFirst && !began && !begins)
      return `${plural(calls.length, 'call')} started. The campaign runs already; more start by themselves.`;
    isFirst = false;
    // Of a request that is repeated after a crash, the cap is granted already.
    const budget = isRepeated ? await readBudget(ports, control, control.calls_left, now) : read.budget;
    const [plan, rate] = await Promise.all([
      planRun(ports, { ...read, budget }, now),
      readDialRate(ports, control.account_id),
    ]);
    for (const error of explainContacts(control, plan)) errors.add(error);
    held = plan.held;
    // Begun before any dial is reserved, so that of many runs at once the losers reserve none.
    const current = begins ? await begin(table, control, changes, request, now) : control;
    began ||= begins;
    const { short } = await claimInRate(ports, current, plan, { budget, rate }, calls);
    plan.isShort ||= short !== null;
    return describeRun(control, plan, ports.limits, { ...request, calls: calls.length });
  });
  return { calls, ...reportErrors(held, errors), message };
};

/** Runs a campaign and wakes its engine for the rest, or only reports what a run would do now. */
export const runCampaign = async (
  { campaignQueue, ...ports }: ClaimPorts & RunPorts & Needs<'campaignQueue'>,
  request: RunRequest,
): Promise<RunReport> => {
  if (request.dryRun) return forecastRun(ports, request);
  const report = await startRun(ports, request);
  await campaignQueue.send([{ campaign_id: request.campaignId, reason: 'run' }]);
  return report;
};

/** Resumes a paused campaign. @throws Refusal 409 when it is not paused or may not place calls now. */
export const resumeCampaign = async (
  ports: PlanPorts & Needs<'table' | 'campaignQueue'>,
  campaign: CampaignControl,
  by: Caller,
  now: Date,
): Promise<void> => {
  await assistantToCall(ports, campaign);
  await giveCommand(ports.table, by, campaign.id, { type: 'resume' }, now);
  await wakeCampaign(ports, campaign.id);
};
