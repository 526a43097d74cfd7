/** One figure, with its goal where it has one. */
export interface Row {
  what: string;
  measured: number;
  unit: string;
  /** Undefined: the figure is told and nothing is promised of it. */
  goal?: { atMost: number } | { atLeast: number };
  /** A word on how the figure comes about. */
  note?: string;
}

export interface Section {
  name: string;
  title: string;
  /** How the figures were taken, in a sentence or two. */
  how: string;
  rows: Row[];
  /** Long lists beside the rows, as Markdown. */
  detail?: string;
}

export interface SectionOptions {
  /** Smaller lists and fewer contacts, for daily use. */
  quick: boolean;
  /** Campaigns and lists are no larger. */
  largest: number;
  /** Breakdowns are printed. */
  detail: boolean;
  progress(line: string): void;
}

export type Measure = (options: SectionOptions) => Promise<Section>;

/** Undefined where nothing is promised. */
export const isMet = ({ measured, goal }: Row): boolean | undefined => {
  if (goal === undefined) return undefined;
  return 'atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast;
};

export const missed = ({ rows }: Section): Row[] => rows.filter((row) => isMet(row) === false);

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
