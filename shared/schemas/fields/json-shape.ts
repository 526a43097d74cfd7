import type { Issue } from '#shared/domain/errors.ts';

/** Levels of objects and arrays in a body, the outermost object included. */
export const BODY_MAX_DEPTH = 64;
/** Values in a body that hold no other ones: texts, numbers, true, false, null, empty objects and arrays. */
export const BODY_MAX_LEAVES = 50_000;

/** Keys that name an object's prototype, by which code that copies objects can be led astray. */
export const PROTOTYPE_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

const prototypeKey = (key: string): string => `"${key}" is no allowed name of a field`;

interface Place {
  value: unknown;
  /** 1 for the outermost value. */
  depth: number;
  key: string;
  parent: Place | undefined;
}

const isContainer = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';

const sizeOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return isContainer(value) ? Object.keys(value).length : 0;
};

/** The fields from the outermost value to this one, with dots between levels. */
const pathOf = (place: Place): string => {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.parent; at = at.parent) keys.unshift(at.key);
  return keys.join('.');
};

/** Every value within a JSON value, and it itself. Iterative: JSON may be nested deeper than calls can be. */
function* placesIn(outermost: unknown): Generator<Place> {
  const open: Place[] = [{ value: outermost, depth: 1, key: '', parent: undefined }];
  for (let place = open.pop(); place; place = open.pop()) {
    yield place;
    const { value, depth } = place;
    if (!isContainer(value)) continue;
    const keys = Object.keys(value).reverse();
    for (const key of keys) open.push({ value: value[key], depth: depth + 1, key, parent: place });
  }
}

/** The body's own field that this is part of. */
const fieldOf = (place: Place): string => {
  let at = place;
  while (at.parent?.parent) at = at.parent;
  return at.key;
};

const TOO_DEEP = `must not be nested deeper than ${BODY_MAX_DEPTH} levels; the body itself is the first`;
const TOO_MANY = `The body must hold at most ${BODY_MAX_LEAVES} values.`;
/** JSON can write half a surrogate pair, but UTF-8 and the table cannot store one. */
const BROKEN_TEXT = 'must be well-formed Unicode text';
const PROTO = '__proto__';

const isBroken = (value: unknown): boolean => typeof value === 'string' && !value.isWellFormed();

/**
 * The rules that hold anywhere in a body, also where nobody reads it. One of depth or size is told alone; after it
 * holds, code that reads the body may recurse.
 */
export const brokenBodyRules = (body: object): Issue[] => {
  const issues: Issue[] = [];
  let leaves = 0;
  for (const place of placesIn(body)) {
    const { value, key, depth } = place;
    const size = sizeOf(value);
    if (isContainer(value) && depth > BODY_MAX_DEPTH) return [{ path: fieldOf(place), message: TOO_DEEP }];
    if (size === 0) leaves++;
    if (Math.max(leaves, size) > BODY_MAX_LEAVES) return [{ path: '', message: TOO_MANY }];
    if (isBroken(key) || isBroken(value)) issues.push({ path: pathOf(place).toWellFormed(), message: BROKEN_TEXT });
    if (key === PROTO) issues.push({ path: pathOf(place), message: prototypeKey(key) });
  }
  return issues;
};

/** Every key of a free-form value that names a prototype. */
export const brokenFreeFormKeys = (value: unknown): Issue[] =>
  [...placesIn(value)]
    .filter(({ key, parent }) => parent && PROTOTYPE_KEYS.includes(key))
    .map((place) => ({ path: pathOf(place), message: prototypeKey(place.key) }));

/** Levels of objects and arrays; 0 for any other value. */
export const depthOf = (value: unknown): number => {
  let deepest = 0;
  for (const place of placesIn(value)) if (isContainer(place.value)) deepest = Math.max(deepest, place.depth);
  return deepest;
};
