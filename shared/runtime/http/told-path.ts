import { isId } from '#shared/domain/ids.ts';

const PARAMETER = /\{(\w+)\+?\}/g;

/**
 * The path of a request as a log may tell it: its route's, with our own ids where they stood. Anything else that a caller
 * writes there may be a phone number or a name. None of a request that has no route.
 */
export const toldPath = (
  routeKey: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): string | undefined => {
  const [, path] = routeKey.split(' ');
  return path?.replace(PARAMETER, (parameter, name: string) => {
    const value = parameters[name];
    return value !== undefined && isId(value) ? value : parameter;
  });
};
