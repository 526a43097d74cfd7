import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What the running service says of itself: its OpenAPI document, and what that allows. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  examples?: unknown[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
  example?: unknown;
}

/** What a header holds that follows from the whole body. */
export const isSignature = ({ name, in: place }: Parameter): boolean => place === 'header' && /signature/i.test(name);

export interface Operation {
  id: string;
  method: string;
  path: string;
  /** What it must be proven with; a session's cookie stands for a token too. */
  proof: 'token' | 'cookie' | 'signature' | 'none';
  parameters: Parameter[];
  body: { schema: Schema; required: boolean } | undefined;
  /** Everything that is said of it, for rules that only words say. */
  words: string;
  /** The schema of each status that the document names. */
  responses: Map<number, Schema>;
}

/** Alternatives, by the names of their schemes. */
type Security = Record<string, unknown>[];

interface Described {
  operationId: string;
  security?: Security;
  parameters?: unknown[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, unknown>;
}

interface OpenApi {
  info: { description: string };
  security: Security;
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Described>>;
}

export interface ApiDocument {
  operations: Operation[];
  /** The schema that a reference leads to, or the schema itself. */
  resolve(schema: Schema): Schema;
  accepts(schema: Schema, value: unknown): boolean;
  /** Why a value does not fit, in words; undefined where it does. */
  problemOf(schema: Schema, value: unknown): string | undefined;
}

const DOCUMENT = 'openapi';
const INSTANT_DAY = /^\d{4}-\d\d-\d\d/;

const isCalendarDay = (text: string): boolean => {
  const day = INSTANT_DAY.exec(text)?.[0] ?? '';
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && !Number.isNaN(Date.parse(text));
};

const isTimezone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
};

/** Beside these, a pattern says what the text looks like. */
const FORMATS = { 'date-time': isCalendarDay, 'iana-timezone': isTimezone, iri: URL.canParse, email: true } as const;

const proofOf = (security: Security, parameters: Parameter[]): Operation['proof'] => {
  if (security.some(({ bearerAuth }) => bearerAuth)) return 'token';
  if (security.some(({ sessionCookie }) => sessionCookie)) return 'cookie';
  return parameters.some(isSignature) ? 'signature' : 'none';
};

/** Makes references of parts lead into the whole document. */
const withWholeRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withWholeRefs);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === '$ref' && typeof each === 'string' ? [key, `${DOCUMENT}${each}`] : [key, withWholeRefs(each)],
    ),
  );
};

const follow = (document: object, ref: string): unknown =>
  ref
    .slice(ref.indexOf('#/') + 2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document);

export const readDocument = (text: string): ApiDocument => {
  const document = withWholeRefs(JSON.parse(text)) as OpenApi;
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema({ $id: DOCUMENT, components: document.components });
  const compiled = new WeakMap<Schema, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, known);
    return known;
  };
  const resolved = <T>(value: unknown): T => {
    const { $ref } = value as { $ref?: string };
    return ($ref === undefined ? value : follow(document, $ref)) as T;
  };
  const responsesOf = (responses: Described['responses']): Operation['responses'] =>
    new Map(
      Object.entries(responses).map(([status, response]) => {
        const { content } = resolved<{ content: { 'application/json': { schema: Schema } } }>(response);
        return [Number(status), content['application/json'].schema];
      }),
    );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const content = described.requestBody?.content['application/json'];
      const parameters = (described.parameters ?? []).map((parameter) => resolved<Parameter>(parameter));
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path,
        proof: proofOf(described.security ?? document.security, parameters),
        parameters,
        body: content && { schema: content.schema, required: described.requestBody?.required ?? false },
        words: `${document.info.description} ${JSON.stringify(described)}`,
        responses: responsesOf(described.responses),
      };
    }),
  );
  return {
    operations,
    resolve: (schema) => resolved(schema),
    accepts: (schema, value) => validatorOf(schema)(value),
    problemOf(schema, value) {
      const validate = validatorOf(schema);
      return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' });
    },
  };
};

/** The value that a text in a URL or header stands for, if it is written as its type is. */
export const meantBy = ({ type }: Schema, text: string): unknown => {
  if (type === 'integer') return /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : text;
  return text;
};
