import { conflict, notFound, type Refusal } from '#shared/domain/errors.ts';

export const CAMPAIGN_STATUSES = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The campaign fields that commands read and change. Times are ISO 8601. */
export interface CampaignLife {
  id: string;
  status: CampaignStatus;
  /** Why the engine halted the campaign. */
  paused_reason: string | null;
  /** How often dialling has begun: by a run, a resume or the schedule. */
  runs: number;
  /** The execution that `calls_left` belongs to. */
  execution_id: string | null;
  /** Calls that the execution may still start; null means no cap. */
  calls_left: number | null;
  scheduled_start_at: string | null;
  started_at: string | null;
  completed_at: string | null;
  deleted_at: string | null;
  /** Redials so far. */
  redials: number;
  /** While a redial is carried out: the place up to which everybody is pending again; null otherwise. */
  redial_place: string | null;
  /** Contacts whom that redial has yet to make pending. */
  redial_left: number;
  /** When it was asked for. */
  redialled_at: string | null;
  updated_at: string;
}

/** The place at which a redial begins. */
const REDIAL_START = '';

/** A redial that is done, or was ended by a cancel or a deletion. */
export const NO_OPEN_REDIAL = { redial_place: null, redial_left: 0 };

/** A campaign begins as a draft. */
export const newLife = (id: string, scheduledStartAt: string | null, at: string): CampaignLife => ({
  id,
  status: 'draft',
  paused_reason: null,
  runs: 0,
  execution_id: null,
  calls_left: null,
  scheduled_start_at: scheduledStartAt,
  started_at: null,
  completed_at: null,
  deleted_at: null,
  redials: 0,
  ...NO_OPEN_REDIAL,
  redialled_at: null,
  updated_at: at,
});

type LifeChanges = Partial<Omit<CampaignLife, 'id'>>;

/** The engine gives the last three commands, people all others. */
export type CampaignCommand =
  | { type: 'run'; executionId: string; maxCalls: number | null }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' }
  /**
   * `unreached` contacts are to be made pending, those of a redial that is still carried out among them; beside them
   * `skipped` ones that no open redial will come to; `mayFindMore` if not all skipped ones were judged.
   */
  | { type: 'redial'; unreached: number; waiting: number; skipped: number; mayFindMore: boolean }
  | { type: 'delete' }
  | { type: 'add_contacts' }
  /** `fields` are named as in the API; `startAt` is the scheduled start after the change. */
  | { type: 'change'; fields: readonly string[]; startAt: string | null; hasContacts: boolean }
  | { type: 'start_as_scheduled' }
  | { type: 'halt'; reason: string }
  | { type: 'complete' };

/** Fields that may change while the campaign dials. */
const CHANGEABLE_WHILE_RUNNING: readonly string[] = [
  'name',
  'description',
  'maxConcurrentCalls',
  'callWindowStart',
  'callWindowEnd',
  'callWindowTimezone',
];

interface Rule<Command> {
  /** Statuses that allow the command. */
  from: readonly CampaignStatus[];
  /** Completes the refusal "A cancelled campaign cannot …". */
  verb: string;
  /** A further reason to refuse. */
  problem?(life: CampaignLife, command: Command): string | null;
  /** All changes but `updated_at`; null when the campaign already is as the command wants it. */
  changes(life: CampaignLife, command: Command, at: string): LifeChanges | null;
}

/** Whether people are still to be made pending again. */
export const isRedialling = ({ redial_place }: Pick<CampaignLife, 'redial_place'>): boolean => redial_place !== null;

/**
 * Contacts that a redial finds and no open redial has promised already. Who still waits in a cancelled campaign counts
 * too: the redial comes before the cancel has reached them, and they go on waiting.
 */
export const newlyRedialled = (
  { status, redial_left }: CampaignLife,
  { unreached, waiting, skipped }: { unreached: number; waiting: number; skipped: number },
): number => unreached - redial_left + (status === 'cancelled' ? waiting : 0) + skipped;

/** Dialling begins, or begins again. */
const begun = ({ started_at, runs }: CampaignLife, at: string) =>
  ({ status: 'running', runs: runs + 1, started_at: started_at ?? at }) as const;

/** Where each command is allowed, and what it changes. */
const RULES: { [Type in CampaignCommand['type']]: Rule<Extract<CampaignCommand, { type: Type }>> } = {
  run: {
    from: ['draft', 'scheduled', 'paused', 'running'],
    verb: 'be run',
    changes: (life, { executionId, maxCalls }, at) =>
      life.status === 'running' && life.calls_left === null && maxCalls === null
        ? null
        : { ...begun(life, at), execution_id: executionId, calls_left: maxCalls, paused_reason: null },
  },
  pause: {
    from: ['running', 'paused'],
    verb: 'be paused',
    changes: ({ status }) => (status === 'paused' ? null : { status: 'paused', paused_reason: null }),
  },
  resume: {
    from: ['paused'],
    verb: 'be resumed',
    changes: (life, _, at) => ({
      ...begun(life, at),
      paused_reason: null,
      // A spent cap ends with its execution.
      calls_left: life.calls_left === 0 ? null : life.calls_left,
    }),
  },
  cancel: {
    from: ['draft', 'scheduled', 'running', 'paused'],
    verb: 'be cancelled',
    changes: (_, __, at) => ({ status: 'cancelled', completed_at: at, ...NO_OPEN_REDIAL }),
  },
  redial: {
    from: ['paused', 'completed', 'cancelled'],
    verb: 'be redialled',
    // With nobody to redial who is not promised already, the campaign stays as it is.
    changes: (life, found, at) =>
      newlyRedialled(life, found) === 0 && !found.mayFindMore
        ? null
        : {
            status: 'paused',
            paused_reason: null,
            completed_at: null,
            calls_left: null,
            redials: life.redials + 1,
            redial_place: REDIAL_START,
            redial_left: found.unreached,
            redialled_at: at,
          },
  },
  delete: {
    from: ['draft', 'scheduled', 'paused', 'completed', 'cancelled'],
    verb: 'be deleted',
    changes: (_, __, at) => ({ deleted_at: at, ...NO_OPEN_REDIAL }),
  },
  add_contacts: {
    from: ['draft', 'scheduled', 'running', 'paused', 'completed'],
    verb: 'take new contacts',
    changes({ status, scheduled_start_at }) {
      if (status === 'draft' && scheduled_start_at !== null) return { status: 'scheduled' };
      return status === 'completed' ? { status: 'paused', completed_at: null } : {};
    },
  },
  change: {
    from: ['draft', 'scheduled', 'paused', 'running'],
    verb: 'be changed',
    problem({ status }, { fields }) {
      const fixed = fields.filter((field) => status === 'running' && !CHANGEABLE_WHILE_RUNNING.includes(field));
      return fixed.length > 0
        ? `Pause the campaign first: ${fixed.join(', ')} cannot change while it is running.`
        : null;
    },
    changes({ status }, { startAt, hasContacts }) {
      if (status === 'draft' && startAt !== null && hasContacts) return { status: 'scheduled' };
      return status === 'scheduled' && startAt === null ? { status: 'draft' } : {};
    },
  },
  start_as_scheduled: {
    from: ['scheduled'],
    verb: 'start by itself',
    changes: (life, _, at) => ({ ...begun(life, at), calls_left: null }),
  },
  halt: {
    from: ['running', 'scheduled'],
    verb: 'be halted',
    changes: (_, { reason }) => ({ status: 'paused', paused_reason: reason }),
  },
  complete: {
    from: ['running'],
    verb: 'complete',
    problem: (life) => (isRedialling(life) ? 'A redial is still being carried out.' : null),
    changes: (_, __, at) => ({ status: 'completed', completed_at: at }),
  },
};

/** Whether a campaign of this status takes a command, further reasons aside. */
export const takesCommand = (status: CampaignStatus, type: CampaignCommand['type']): boolean =>
  RULES[type].from.includes(status);

export const noCampaign = (id: string): Refusal => notFound(`The campaign "${id}"`);

type Transition = { changes: LifeChanges; refusal?: never } | { changes?: never; refusal: Refusal };

/**
 * The changes that a command makes to a campaign, or its refusal: 404 once the campaign is deleted, 409 when its status
 * forbids the command. No changes when it already is as the command wants it; all others set `updated_at`.
 */
export const transition = <Command extends CampaignCommand>(
  life: CampaignLife,
  command: Command,
  now: Date,
): Transition => {
  const rule = RULES[command.type] as unknown as Rule<Command>;
  if (life.deleted_at !== null) return { refusal: noCampaign(life.id) };
  if (!takesCommand(life.status, command.type)) {
    const allowed = rule.from.join(' or ');
    return { refusal: conflict(`A ${life.status} campaign cannot ${rule.verb}; it must be ${allowed}.`) };
  }
  const problem = rule.problem?.(life, command);
  if (problem) return { refusal: conflict(problem) };
  const at = now.toISOString();
  const changes = rule.changes(life, command, at);
  return { changes: changes ? { ...changes, updated_at: at } : {} };
};

/** Whether contacts may be dialled; ignores window and limits. */
export const isRunning = ({ status, deleted_at }: Pick<CampaignLife, 'status' | 'deleted_at'>): boolean =>
  status === 'running' && deleted_at === null;

/** Whether nobody is called back any more who asked for it on a call of the campaign. */
export const endsCallbacks = ({ status, deleted_at }: Pick<CampaignLife, 'status' | 'deleted_at'>): boolean =>
  status === 'cancelled' || deleted_at !== null;

/** When the campaign starts by itself; null when it does not. */
export const startsAt = ({ status, deleted_at, scheduled_start_at }: CampaignLife): string | null =>
  status === 'scheduled' && deleted_at === null ? scheduled_start_at : null;

/** Whether dialling is over, unless a person reopens the campaign. */
export const isOver = ({ status }: Pick<CampaignLife, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled';
