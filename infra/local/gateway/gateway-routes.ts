interface Routed {
  method: string;
  path: string;
}

interface RouteMatch<Route> {
  route: Route;
  /** Still percent-encoded. */
  rawParameters: Record<string, string>;
}

const GREEDY = /^\{(\w+)\+\}$/;
const PARAMETER = /^\{(\w+)\}$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patternOf = (segment: string): string => {
  const greedy = GREEDY.exec(segment);
  if (greedy) return `(?<${greedy[1]}>.+)`;
  const parameter = PARAMETER.exec(segment);
  return parameter ? `(?<${parameter[1]}>[^/]+)` : escaped(segment);
};

/** A sort key: literal segments before parameters, parameters before greedy ones. */
const specificity = (path: string): string =>
  path
    .split('/')
    .map((segment) => (GREEDY.test(segment) ? '2' : PARAMETER.test(segment) ? '1' : '0'))
    .join('');

/** Matches a method and a raw path to the most specific route, as API Gateway does; undefined means `$default`. */
export const compileRoutes = <Route extends Routed>(
  routes: Route[],
): ((method: string, rawPath: string) => RouteMatch<Route> | undefined) => {
  const compiled = routes
    .map((route) => ({
      route,
      order: specificity(route.path),
      pattern: new RegExp(`^${route.path.split('/').map(patternOf).join('/')}$`),
    }))
    .sort((one, other) => one.order.localeCompare(other.order));
  return (method, rawPath) => {
    for (const { route, pattern } of compiled) {
      const match = route.method === method ? pattern.exec(rawPath) : null;
      if (match) return { route, rawParameters: { ...match.groups } };
    }
    return undefined;
  };
};
