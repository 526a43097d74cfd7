import { pathToFileURL } from 'node:url';

/** What the handler of a bundle is asked, and the environment it finds itself in. */
export interface BundleCall {
  file: string;
  /** Without one, the bundle is loaded and its handler is not called. */
  event?: unknown;
  variables?: Record<string, string>;
}

/** What the handler answered; of one that was not called, its type. */
export type Outcome = { answer?: unknown } | { thrown: string };

/**
 * `node test/infra/aws/call-bundles.ts <calls>` makes them one after the other and prints their outcomes as JSON. It is
 * a file, because `node -e` has a `require` of its own, which would hide that a bundle lacks one.
 */

const answerOf = async ({ file, event }: BundleCall): Promise<unknown> => {
  const { handler } = await import(pathToFileURL(file).href);
  return event === undefined ? typeof handler : await handler(event, { awsRequestId: 'r' });
};

const outcomeOf = async (call: BundleCall): Promise<Outcome> => {
  const { variables = {} } = call;
  Object.assign(process.env, variables);
  try {
    return { answer: await answerOf(call) };
  } catch (error) {
    return { thrown: String(error) };
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
};

const outcomes: Outcome[] = [];
for (const call of JSON.parse(process.argv[2] as string) as BundleCall[]) outcomes.push(await outcomeOf(call));
console.log(JSON.stringify(outcomes));
