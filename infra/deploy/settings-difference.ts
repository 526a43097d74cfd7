import type { GivenSettings } from '#infra/aws/settings.ts';

export interface SettingChange {
  name: string;
  /** As the deployed stack has it; undefined where it has none. */
  deployed: unknown;
  /** As the file has it. */
  wanted: unknown;
}

export interface SettingsDifference {
  added: SettingChange[];
  changed: SettingChange[];
  /** The stack has them and the file has not: they would fall back to their defaults. */
  lost: SettingChange[];
  /** Changes after which less is protected, or calls go nowhere; some are in `added` or `changed` as well. */
  weakened: SettingChange[];
}

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'object' || typeof other === 'object'
    ? JSON.stringify(one) === JSON.stringify(other)
    : String(one) === String(other);

const isYes = (value: unknown): boolean => String(value) !== 'false';

interface Guard {
  /** The value in effect, the default in the place of one that is not given. */
  inEffect(given: GivenSettings): unknown;
  isWeaker(deployed: unknown, wanted: unknown): boolean;
}

const turnedOff = { isWeaker: (deployed: unknown, wanted: unknown) => isYes(deployed) && !isYes(wanted) };

/** What is older than the new days is deleted within one, and nothing brings it back. */
const fewerDays = (name: string, daysIfUnset: number): Guard => ({
  inEffect: (given) => given[name],
  isWeaker: (deployed, wanted) => Number(wanted ?? daysIfUnset) < Number(deployed ?? daysIfUnset),
});

const GUARDED: Record<string, Guard> = {
  retain: { inEffect: ({ retain = true }) => retain, ...turnedOff },
  terminationProtection: {
    inEffect: ({ retain = true, terminationProtection = retain }) => terminationProtection,
    ...turnedOff,
  },
  reservedConcurrency: { inEffect: ({ reservedConcurrency = true }) => reservedConcurrency, ...turnedOff },
  telephonyProvider: {
    inEffect: ({ telephonyProvider = 'simulated' }) => telephonyProvider,
    isWeaker: (deployed, wanted) => deployed !== 'simulated' && wanted === 'simulated',
  },
  transcriptRetentionDays: fewerDays('transcriptRetentionDays', Number.POSITIVE_INFINITY),
  recordingRetentionDays: fewerDays('recordingRetentionDays', Number.POSITIVE_INFINITY),
  bucketVersionDays: fewerDays('bucketVersionDays', 0),
};

const weakenedIn = (deployed: GivenSettings, wanted: GivenSettings): SettingChange[] =>
  Object.entries(GUARDED).flatMap(([name, { inEffect, isWeaker }]) => {
    const change = { name, deployed: inEffect(deployed), wanted: inEffect(wanted) };
    return isWeaker(change.deployed, change.wanted) ? [change] : [];
  });

/** What a stage's file would change in the settings of its deployed stack. */
export const settingsDifference = (deployed: GivenSettings, wanted: GivenSettings): SettingsDifference => {
  const names = [...new Set([...Object.keys(deployed), ...Object.keys(wanted)])].sort();
  const all = names.map((name): SettingChange => ({ name, deployed: deployed[name], wanted: wanted[name] }));
  return {
    added: all.filter((change) => change.deployed === undefined),
    lost: all.filter((change) => change.wanted === undefined),
    changed: all.filter(
      (change) =>
        change.deployed !== undefined && change.wanted !== undefined && !isSame(change.deployed, change.wanted),
    ),
    weakened: weakenedIn(deployed, wanted),
  };
};

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A line for each change. */
export const differenceInWords = ({ added, changed, lost }: SettingsDifference): string[] => [
  ...added.map(({ name, wanted }) => `added    ${name}: ${shown(wanted)}`),
  ...changed.map(({ name, deployed, wanted }) => `changed  ${name}: ${shown(deployed)} -> ${shown(wanted)}`),
  ...lost.map(({ name, deployed }) => `lost     ${name}: ${shown(deployed)}`),
];

/** Why a difference is not deployed: a line for each setting that is lost or weakened without being meant. */
export const unmeant = ({ lost, weakened }: SettingsDifference, dropped: readonly string[]): string[] => {
  const lostNames = lost.map(({ name }) => name);
  const remedy = (name: string) => `Put it back, or say that it is meant: --drop ${name}`;
  return [
    ...lost
      .filter(({ name }) => !dropped.includes(name))
      .map(
        ({ name, deployed }) => `${name}: the deployed stack has ${shown(deployed)}, the file nothing. ${remedy(name)}`,
      ),
    ...weakened
      .filter(({ name }) => !dropped.includes(name) && !lostNames.includes(name))
      .map(
        ({ name, deployed, wanted }) =>
          `${name}: is ${shown(deployed ?? 'not set')}, and would be ${shown(wanted)}. ${remedy(name)}`,
      ),
  ];
};
