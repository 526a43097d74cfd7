import type { CatalogName, SettingsName } from './deployments.ts';
import { type StackTemplate, templatesOf } from './templates.ts';

export interface Resource {
  /** Logical id; of a nested stack's resource `<nested stack>/<logical id>`. */
  id: string;
  type: string;
  properties: Record<string, unknown>;
  attributes: Record<string, unknown>;
}

type Json = Record<string, unknown>;
type Rewrite = (id: string, attribute?: string) => unknown;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies a template's value with every reference rewritten by `rewrite`. */
const rewriteReferences = (value: unknown, rewrite: Rewrite): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, rewrite));
  if (!isObject(value)) return value;
  if (typeof value.Ref === 'string') return rewrite(value.Ref);
  const getAtt = value['Fn::GetAtt'];
  if (Array.isArray(getAtt)) return rewrite(String(getAtt[0]), String(getAtt[1]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewriteReferences(item, rewrite)]));
};

const listed = ({ template }: StackTemplate, rewrite: Rewrite, prefix = ''): Resource[] =>
  Object.entries(template.Resources ?? {}).map(([id, resource]) => {
    const { Type: type, Properties: properties = {}, ...attributes } = resource;
    return { id: `${prefix}${id}`, type, properties: rewriteReferences(properties, rewrite) as Json, attributes };
  });

const keep: Rewrite = (id, attribute) => (attribute ? { 'Fn::GetAtt': [id, attribute] } : { Ref: id });

/** The resources of a stack and its nested stacks as if they were one template: parameters are what they stand for. */
const merged = (templates: readonly StackTemplate[]): Resource[] => {
  const own = templates.filter(({ nestedAs }) => nestedAs === undefined).flatMap((root) => listed(root, keep));
  const nested = templates.flatMap((stack) => {
    const { nestedAs } = stack;
    if (nestedAs === undefined) return [];
    const parameters = (own.find(({ id }) => id === nestedAs)?.properties.Parameters ?? {}) as Json;
    const rewrite: Rewrite = (id, attribute) => {
      if (id in parameters) return parameters[id];
      return id.startsWith('AWS::') ? keep(id) : keep(`${nestedAs}/${id}`, attribute);
    };
    return listed(stack, rewrite, `${nestedAs}/`);
  });
  return [...own, ...nested];
};

/** All resources of a deployment. */
export const resourcesOf = (catalog: CatalogName, settings: SettingsName = 'none'): Resource[] =>
  merged(templatesOf(catalog, settings));

export const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);
