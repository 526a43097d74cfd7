import type * as z from 'zod';
import { COMPONENT_REF, type Components, type JsonSchema } from './json-schema.ts';

const FALLBACKS: Record<string, unknown> = { string: 'text', number: 1, integer: 1, boolean: true, null: null };

interface ExampleOptions {
  /** Leaves out the properties that need not be given. */
  requiredOnly?: boolean;
}

const objectExample = (schema: JsonSchema, components: Components, options: ExampleOptions) => {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !options.requiredOnly || schema.required?.includes(name),
  );
  return Object.fromEntries(
    properties.map(([name, property]) => [name, exampleOf(property as JsonSchema, components, options)]),
  );
};

const referenced = (ref: string, components: Components): JsonSchema => {
  const component = components[ref.slice(COMPONENT_REF.length)];
  if (!component) throw new Error(`There is no component "${ref}".`);
  return component;
};

/**
 * A value of the kind that the schema describes: its first example, else its constant, default or first allowed value,
 * else put together from its parts.
 */
export const exampleOf = (schema: JsonSchema, components: Components, options: ExampleOptions = {}): unknown => {
  if (schema.$ref) return exampleOf(referenced(schema.$ref, components), components, options);
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return exampleOf(choice as JsonSchema, components, options);
  if (schema.type === 'array') {
    return schema.items ? [exampleOf(schema.items as JsonSchema, components, options)] : [];
  }
  if (schema.type === 'object' || schema.properties) return objectExample(schema, components, options);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return FALLBACKS[type ?? 'string'];
};

/** As much of an example as the endpoint would accept: fields which exclude each other cannot all be shown. */
export const fullestAccepted = (
  schema: z.ZodType,
  full: Record<string, unknown>,
  least: Record<string, unknown>,
): Record<string, unknown> => {
  if (schema.safeParse(full).success) return full;
  let accepted = least;
  for (const [name, value] of Object.entries(full)) {
    const fuller = { ...accepted, [name]: value };
    if (schema.safeParse(fuller).success) accepted = fuller;
  }
  return accepted;
};

/** The fullest example of a body that the endpoint would accept. */
export const acceptedExample = (schema: z.ZodType, json: JsonSchema, components: Components): unknown =>
  fullestAccepted(
    schema,
    exampleOf(json, components) as Record<string, unknown>,
    exampleOf(json, components, { requiredOnly: true }) as Record<string, unknown>,
  );
