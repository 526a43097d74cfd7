import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isLoopbackName } from '#infra/local/process/loopback.ts';

/** A DynamoDB that the suites run against. */
export type Target = { endpoint: string } | { jar: string };

export interface Options {
  target: Target;
  /** Folders and files of suites. */
  suites: string[];
  /** Leave the table there. */
  isKept: boolean;
}

type Variables = Record<string, string | undefined>;

/** What speaks to the database through the whole service; what knows nothing of it is left out. */
const CORE = ['test/functions', 'test/engine', 'test/runtime/http'];

export const USAGE = `AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm run second-opinion -- [suites]
  or DYNAMODB_LOCAL_JAR=<path of DynamoDBLocal.jar> npm run second-opinion -- [suites]
  suites                folders or files of tests; without them ${CORE.join(', ')}
  --keep                leave the table there, to look at it
  --allow-other-machine create and fill a table on another machine`;

const FLAGS = { keep: { type: 'boolean' }, 'allow-other-machine': { type: 'boolean' } } as const;

/** @throws Error in words, for a target that must not be filled, or none at all */
const targetOf = (variables: Variables, mayBeFar: boolean): Target => {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, DYNAMODB_LOCAL_JAR: jar } = variables;
  if (endpoint && jar) throw new Error('Set AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_LOCAL_JAR, not both.');
  if (jar && !existsSync(jar)) throw new Error(`DYNAMODB_LOCAL_JAR is ${jar}, and there is no such file.`);
  if (jar) return { jar };
  if (!endpoint) throw new Error(`Which DynamoDB is asked?\n${USAGE}`);
  if (!URL.canParse(endpoint)) throw new Error(`AWS_ENDPOINT_URL_DYNAMODB is "${endpoint}", which is no address.`);
  if (!isLoopbackName(new URL(endpoint).hostname) && !mayBeFar) {
    throw new Error(
      `${endpoint} is not on this machine. The tests create a table there, fill it and delete it. ` +
        'If that is meant, add --allow-other-machine.',
    );
  }
  return { endpoint };
};

/** @throws Error in words that say how the command is used */
export const readOptions = (args: string[], variables: Variables): Options => {
  const parsed = () => {
    try {
      return parseArgs({ args, options: FLAGS, allowPositionals: true });
    } catch (error) {
      throw new Error(`${(error as Error).message.split('. ')[0]}.\n${USAGE}`);
    }
  };
  const { values, positionals } = parsed();
  return {
    target: targetOf(variables, values['allow-other-machine'] === true),
    suites: positionals.length > 0 ? positionals : CORE,
    isKept: values.keep === true,
  };
};
