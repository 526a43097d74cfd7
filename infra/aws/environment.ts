import { Token } from 'aws-cdk-lib';
import type { Capability } from '#shared/ports/capabilities.ts';
import { checkValues, ENVIRONMENT, type Values } from '#shared/runtime/environment-schema.ts';
import { variableName } from '#shared/runtime/variable-name.ts';
import { CAPABILITIES } from './capabilities.ts';
import { capabilitiesOf, type FunctionDefinition } from './grants.ts';
import { namespaceOf } from './own-metrics.ts';
import type { SharedResources } from './resources.ts';
import type { Settings } from './settings.ts';

const verifies = (capability: Capability): boolean =>
  capability === 'carrierWebhook' || capability.startsWith('secret:');

/** @throws when an endpoint that verifies signatures declares nothing to verify them with. */
const assertVerifiable = (definition: FunctionDefinition & { id: string }): void => {
  if (definition.kind !== 'endpoint' || typeof definition.auth !== 'function') return;
  if (definition.uses.some(verifies)) return;
  throw new Error(`${definition.id} verifies a signature: its "uses" must list a secret or carrierWebhook.`);
};

const answersBrowsers = ({ kind }: FunctionDefinition): boolean => kind === 'endpoint' || kind === 'fallback';

const isKnown = ([, value]: [string, string | undefined]): boolean => !Token.isUnresolved(value);

/** The values with their defaults. @throws when one does not fit; those that only a deployment knows are left alone. */
const checked = (id: string, values: Values): Values => {
  const known = Object.fromEntries(Object.entries(values).filter(isKnown));
  const { values: complete, problems } = checkValues(ENVIRONMENT.shape, known);
  if (problems.length > 0) throw new Error(`The environment of ${id} does not fit: ${problems.join(' ')}`);
  return { ...values, ...complete };
};

/** The environment variables of a function: those its capabilities need, and no others. */
export const environmentOf = (
  definition: FunctionDefinition & { id: string },
  resources: SharedResources,
  settings: Settings,
): Record<string, string> => {
  assertVerifiable(definition);
  const parts = capabilitiesOf(definition).map((capability) => CAPABILITIES[capability].values?.(resources, settings));
  const http = answersBrowsers(definition) ? { corsAllowedOrigins: settings.corsAllowedOrigins } : {};
  const own = { metricsNamespace: namespaceOf(settings.stackName) };
  const values = checked(definition.id, Object.assign(own, ...parts, http));
  const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [variableName(name), value]));
};
