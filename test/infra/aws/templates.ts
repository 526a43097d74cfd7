import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CandidateName, CatalogName, SettingsName } from './deployments.ts';
import { ownFile, runNode } from './run-node.ts';

type Json = Record<string, unknown>;

export interface RawTemplate {
  Resources?: Record<string, { Type: string; Properties?: Json; DependsOn?: string[]; Metadata?: Json }>;
  Outputs?: Json;
}

/** The template of a stack, or of one nested in it. */
export interface StackTemplate {
  /** The logical id of the nested stack; undefined for the stack itself. */
  nestedAs?: string | undefined;
  /** The AWS account it is for, as templates would name it. */
  account: unknown;
  template: RawTemplate;
}

interface SynthesisedDeployment {
  catalog: CatalogName;
  settings: SettingsName;
  templates: StackTemplate[];
  /** What security rules say of it, beside what is accepted. */
  findings: string[];
  /** Whether AWS refuses to delete the stack. */
  isProtected: boolean;
}

/** What synthesise.ts prints. */
export interface Synthesis {
  deployments: SynthesisedDeployment[];
  candidates: { name: string; refusal?: string | undefined }[];
}

/** In a process of a few seconds, optimised WebAssembly and helping threads cost more than they save. */
const SHORT_LIVED = ['--liftoff-only', '--single-threaded'];

/** In a process of its own: such options are for a whole process, and under jest the CDK takes longer still. */
const synthesise = async (): Promise<Synthesis> => {
  const folder = mkdtempSync(join(tmpdir(), 'infra-test-'));
  try {
    return await runNode([...SHORT_LIVED, ownFile('synthesise.ts'), folder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const { deployments, candidates } = await synthesise();

export const ALL_SYNTHESISED = deployments;

export const deploymentOf = (catalog: CatalogName, settings: SettingsName): SynthesisedDeployment => {
  const found = deployments.find((deployment) => deployment.catalog === catalog && deployment.settings === settings);
  if (!found) throw new Error(`DEPLOYMENTS does not list ${catalog} with ${settings}.`);
  return found;
};

export const templatesOf = (catalog: CatalogName, settings: SettingsName): StackTemplate[] =>
  deploymentOf(catalog, settings).templates;

/** Why a stack refuses a candidate, if it does. */
export const refusalOf = (candidate: CandidateName): string | undefined => {
  const found = candidates.find(({ name }) => name === candidate);
  if (!found) throw new Error(`There is no candidate ${candidate}.`);
  return found.refusal;
};
