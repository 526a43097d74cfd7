import * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
export type Components = Record<string, JsonSchema>;

/** The side of a schema that is described: what a client sends, or what it gets. */
type Side = 'input' | 'output';

const DEFINITION_REF = '#/$defs/';
export const COMPONENT_REF = '#/components/schemas/';

/**
 * zod drops examples and defaults from whatever transforms its input, because in general they describe the result. Here
 * `.meta({ examples })` always shows what a client sends.
 */
const restoreExamples = (schema: z.core.$ZodType, json: JsonSchema): void => {
  const examples = z.globalRegistry.get(schema)?.examples;
  if (Array.isArray(examples)) json.examples ??= examples;
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'default') json.default ??= def.defaultValue as Exclude<JsonSchema['default'], undefined>;
};

/** What is read instead of a malformed value is no value that a client leaves out. */
const dropFallbacks = ({ _zod: { def } }: z.core.$ZodTypes, json: JsonSchema): void => {
  if (def.type === 'catch') delete json.default;
};

/** Every whole number has these bounds; of an answer they say nothing to a reader. */
const dropSafeIntegerBounds = (json: JsonSchema): void => {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
};

/** Answers may gain fields in a later version; a client that refuses unknown ones would break. */
const stayOpen = (json: JsonSchema): void => {
  if (json.additionalProperties === false) delete json.additionalProperties;
};

const rewriteRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewriteRefs);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === '$ref' && typeof each === 'string' ? each.replace(DEFINITION_REF, COMPONENT_REF) : rewriteRefs(each),
    ]),
  );
};

const addComponent = (components: Components, name: string, schema: JsonSchema): void => {
  const known = components[name];
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`Two schemas have the id "${name}" and differ; give one of them another .meta({ id }).`);
  }
  components[name] = schema;
};

/**
 * One zod schema as JSON Schema 2020-12. Schemas with `.meta({ id })` are added to `components` and referred to.
 * @throws Error when two different schemas claim one id.
 */
export const toJsonSchema = (schema: z.ZodType, side: Side, components: Components): JsonSchema => {
  // Wrapped, so that a schema with an id of its own becomes a reference like any other.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ wrapped: schema }), {
    target: 'draft-2020-12',
    io: side,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      restoreExamples(zodSchema, jsonSchema);
      dropFallbacks(zodSchema as z.core.$ZodTypes, jsonSchema);
      if (side === 'output') {
        dropSafeIntegerBounds(jsonSchema);
        stayOpen(jsonSchema);
      }
    },
  });
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...component } = rewriteRefs(definition) as JsonSchema;
    addComponent(components, name, component);
  }
  return rewriteRefs(properties?.wrapped ?? {}) as JsonSchema;
};
