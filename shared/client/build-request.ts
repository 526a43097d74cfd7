/** What an operation looks like on the wire. */
export interface Route {
  method: string;
  path: string;
  params: readonly string[];
  query: readonly string[];
  body: readonly string[];
}

export type Input = Record<string, unknown>;

/** URLs resolve these away, encoded or not: the request would reach another route. */
const UNSENDABLE_SEGMENTS = ['', '.', '..'];

const segment = (name: string, value: unknown): string => {
  const text = String(value ?? '');
  if (UNSENDABLE_SEGMENTS.includes(text)) throw new TypeError(`${name} must be an id, not "${text}".`);
  return encodeURIComponent(text);
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Path and query of a request. @throws TypeError for a path parameter that no URL can carry. */
export const targetOf = (route: Route, input: Input): string => {
  const path = route.params.reduce(
    (text, name) => text.replace(`{${name}}`, () => segment(name, input[name])),
    route.path,
  );
  const query = new URLSearchParams(
    route.query.filter((name) => isGiven(input[name])).map((name): [string, string] => [name, String(input[name])]),
  );
  return query.size > 0 ? `${path}?${query}` : path;
};

/** The JSON body of a request; undefined for an operation without one. */
export const bodyOf = (route: Route, input: Input): string | undefined =>
  route.body.length > 0 ? JSON.stringify(Object.fromEntries(route.body.map((name) => [name, input[name]]))) : undefined;
