import * as fc from 'fast-check';
import type { ApiDocument, Schema } from '#test/fuzz/document.ts';
import { HOSTILE_TEXTS, HUGE_NUMBERS } from './hostile.ts';
import { kindOfExample, placeHolder } from './real-ids.ts';

/** Values that the document allows, strange ones among them. */

const DEPTH = 3;
/** Entries of lists and free-form objects, beside lists that are as long as they may be. */
const ENTRIES_MAX = 4;
const IDS = 12;
const PHONES = ['+14155550100', '+12125550001', '+13105550002', '+493012345678', '+447700900123', '+18005550100'];
const TIMEZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC', 'Etc/GMT+12'];
const INSTANTS = ['2020-01-01T00:00:00Z', '2099-12-31T23:59:59.999999999+05:45', '2027-02-28T12:00:00-11:00'];
const EMAILS = ['ada@acme.example', "o'neil+x@sub.acme.example"];
const TEXTS = [...EMAILS, ...HOSTILE_TEXTS, ...PHONES, ...TIMEZONES, ...INSTANTS];

const exampleOf = ({ examples }: Schema): unknown => [examples?.[0]].flat()[0];

const longestOf = ({ maxLength = 0, pattern }: Schema): string[] =>
  pattern === undefined || pattern === '\\S' ? ['x'.repeat(maxLength), '\u{1f600}'.repeat(maxLength)] : [];

export class AllowedValues {
  readonly #document: ApiDocument;
  readonly #made = new Map<Schema, fc.Arbitrary<unknown>>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  /** Values of a field of this name. */
  of(schema: Schema, name = '', depth = DEPTH): fc.Arbitrary<unknown> {
    const known = depth === DEPTH ? this.#made.get(schema) : undefined;
    if (known) return known;
    const arbitrary = this.#make(schema, name, depth);
    if (depth === DEPTH) this.#made.set(schema, arbitrary);
    return arbitrary;
  }

  #make(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
    const { $ref, anyOf, type, enum: values } = schema;
    if ($ref) return this.of(this.#document.resolve(schema), name, depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (values) return fc.constantFrom(...values);
    const kind = kindOfExample(name, exampleOf(schema));
    if (kind && type === 'string') return this.#id(kind, schema);
    if (anyOf) return this.#oneOf(anyOf, name, depth);
    if (Array.isArray(type)) return fc.oneof(...type.map((each) => this.of({ ...schema, type: each }, name, depth)));
    return this.#ofType(schema, name, depth);
  }

  #oneOf(branches: Schema[], name: string, depth: number): fc.Arbitrary<unknown> {
    const shallow = branches.filter(({ type }) => type !== 'array' && type !== 'object');
    const possible = depth > 0 || shallow.length === 0 ? branches : shallow;
    return fc.oneof(...possible.map((branch) => this.of(branch, name, depth)));
  }

  #ofType(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
    switch (schema.type) {
      case 'string':
        return this.#text(schema);
      case 'integer':
      case 'number':
        return this.#number(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return this.#list(schema, name, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return fc.jsonValue({ maxDepth: 2 });
    }
  }

  #id(kind: string, schema: Schema): fc.Arbitrary<unknown> {
    const real = fc.nat(IDS).map((at) => placeHolder(kind, at));
    return fc.oneof({ weight: 15, arbitrary: real }, { weight: 1, arbitrary: this.#text(schema) });
  }

  #text(schema: Schema): fc.Arbitrary<string> {
    const fits = (text: string): boolean => this.#document.accepts(schema, text);
    const known = [exampleOf(schema), ...TEXTS, ...longestOf(schema)].filter(
      (text): text is string => typeof text === 'string' && fits(text),
    );
    const plain = known.filter((text) => /^[!-~]{1,80}$/.test(text));
    const drawn =
      schema.pattern && schema.pattern !== '\\S' ? fc.stringMatching(new RegExp(schema.pattern)) : fc.string();
    return fc.oneof(
      ...(plain.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...plain) }] : []),
      ...(known.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...known) }] : []),
      // Few zones and addresses are found by chance.
      ...(plain.length > 0 && 'format' in schema ? [] : [{ weight: 2, arbitrary: drawn.filter(fits) }]),
    );
  }

  #number(schema: Schema): fc.Arbitrary<number> {
    const { minimum = -1e6, maximum = 1e6, type } = schema;
    const edges = [minimum, maximum, ...HUGE_NUMBERS].filter((n) => this.#document.accepts(schema, n));
    const between = { min: minimum, max: Math.min(maximum, Number.MAX_SAFE_INTEGER) };
    const drawn = type === 'integer' ? fc.integer(between) : fc.double({ ...between, noNaN: true });
    return fc.oneof(
      fc.integer({ min: Math.ceil(minimum), max: Math.ceil(minimum) + 1 }),
      fc.constantFrom(...edges),
      drawn,
    );
  }

  #list(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown[]> {
    const { items = {}, minItems = 0, maxItems = ENTRIES_MAX } = schema;
    const entry = depth > 0 ? this.of(items, name, depth - 1) : fc.constant(null);
    const maxLength = depth > 0 ? Math.min(maxItems, Math.max(minItems, ENTRIES_MAX)) : minItems;
    return fc.array(entry, { minLength: minItems, maxLength });
  }

  #object(schema: Schema, depth: number): fc.Arbitrary<Record<string, unknown>> {
    const { properties, required = [] } = schema;
    if (properties === undefined) return this.#freeForm(schema, depth);
    const fields = Object.entries(properties).map(([name, field]) => [name, this.of(field, name)] as const);
    const requiredKeys = required.filter((name) => Object.hasOwn(properties, name));
    const listed = fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true });
    const unknown = fc.dictionary(fc.constantFrom('toString', 'constructor', 'x-unknown', '$id', ''), fc.jsonValue(), {
      maxKeys: 1,
      noNullPrototype: true,
    });
    const both = fc.tuple(listed, unknown).map(([fieldsOf, others]) => ({ ...others, ...fieldsOf }));
    return fc.oneof({ weight: 9, arbitrary: listed }, { weight: 1, arbitrary: both });
  }

  #freeForm(
    { propertyNames = {}, additionalProperties = {} }: Schema,
    depth: number,
  ): fc.Arbitrary<Record<string, unknown>> {
    if (depth <= 0) return fc.constant({});
    const key = fc
      .oneof(fc.string(), fc.constantFrom('firstName', 'lastName', 'phone', 'companyId', ...HOSTILE_TEXTS.slice(0, 24)))
      .filter((text) => text !== '__proto__' && this.#document.accepts(propertyNames, text));
    const value =
      typeof additionalProperties === 'object' ? this.of(additionalProperties, '', depth - 1) : fc.jsonValue();
    return fc.dictionary(key, value, { maxKeys: ENTRIES_MAX, noNullPrototype: true });
  }
}
