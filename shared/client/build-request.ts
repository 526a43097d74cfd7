/** What an operation looks like on the wire: `GET /api/crm/contacts/{id}`. */
export type Route = `${string} /${string}`;

export type Input = Record<string, unknown>;

/** Fields that are not in the path are in the query of these, and in the body of all other methods. */
export type QueryMethod = 'GET' | 'DELETE';
const QUERY_METHODS: readonly string[] = ['GET', 'DELETE'] satisfies QueryMethod[];

/** URLs resolve these away, encoded or not: the request would reach another route. */
const UNSENDABLE_SEGMENTS = ['', '.', '..'];

const segment = (name: string, value: unknown): string => {
  const text = String(value ?? '');
  if (UNSENDABLE_SEGMENTS.includes(text)) throw new TypeError(`${name} must be an id, not "${text}".`);
  return encodeURIComponent(text);
};

const textsOf = (fields: Input): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));

/** The parts of a request; no body without fields. @throws TypeError for a path parameter that no URL can carry. */
export const requestOf = (route: Route, input: Input): { method: string; target: string; body: string | undefined } => {
  const [method = '', template = ''] = route.split(' ');
  const fields = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete fields[name];
    return segment(name, input[name]);
  });
  if (!QUERY_METHODS.includes(method)) {
    const body = Object.keys(fields).length > 0 ? JSON.stringify(fields) : undefined;
    return { method, target: path, body };
  }
  const query = new URLSearchParams(textsOf(fields));
  return { method, target: query.size > 0 ? `${path}?${query}` : path, body: undefined };
};
