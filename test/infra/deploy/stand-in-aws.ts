import { createServer, type Server } from 'node:http';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS } from '#infra/local/process/local-aws.ts';
import { withEnvironment } from '#test/harness/stack/environment.ts';

export const ACCOUNT = '123456789012';
export const REGION = 'eu-central-1';

interface StandInStack {
  status: string;
  outputs?: Record<string, string>;
  /** What the resource with the stack's settings carries; undefined where there is no such resource. */
  settings?: unknown;
}

/** What the stand-in knows; tests change it. */
export interface StandInAws {
  stacks: Record<string, StandInStack>;
  secrets: Record<string, { KmsKeyId?: string; DeletedDate?: number }>;
  concurrentRuns: number;
  /** An error that every request gets. */
  refusal: string | undefined;
  /** The operations that were asked for, in their order. */
  asked: string[];
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Answer {
  status: number;
  body: string;
}

const xmlError = (code: string, message: string): Answer => ({
  status: 400,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${xml(message)}</Message></Error></ErrorResponse>`,
});

const xmlResult = (action: string, result: string): Answer => ({
  status: 200,
  body: `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`,
});

const describeStack = (name: string, { status, outputs = {} }: StandInStack): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${xml(value)}</OutputValue></member>`,
  );
  const id = `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/1`;
  return `<Stacks><member><StackName>${name}</StackName><StackId>${id}</StackId><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>${status}</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks>`;
};

/** CloudFormation's query protocol, the two operations that a deployment asks for. */
const cloudFormation = (form: URLSearchParams, { stacks }: StandInAws): Answer => {
  const [action, name] = [form.get('Action') ?? '', form.get('StackName') ?? ''];
  const stack = stacks[name];
  if (!stack) return xmlError('ValidationError', `Stack with id ${name} does not exist`);
  if (action === 'DescribeStacks') return xmlResult(action, describeStack(name, stack));
  const id = form.get('LogicalResourceId') ?? '';
  if (stack.settings === undefined) {
    return xmlError('ValidationError', `Resource ${id} does not exist for stack ${name}`);
  }
  const metadata = xml(JSON.stringify({ [id]: stack.settings }));
  return xmlResult(action, `<StackResourceDetail><Metadata>${metadata}</Metadata></StackResourceDetail>`);
};

const secretsManager = (body: string, { secrets }: StandInAws): Answer => {
  const { SecretId } = JSON.parse(body) as { SecretId: string };
  const secret = secrets[SecretId];
  if (secret) return { status: 200, body: JSON.stringify({ Name: SecretId, ...secret }) };
  const refusal = { __type: 'ResourceNotFoundException', message: "Secrets Manager can't find the secret." };
  return { status: 400, body: JSON.stringify(refusal) };
};

const answer = (target: string | undefined, path: string, body: string, aws: StandInAws): Answer => {
  if (target?.startsWith('secretsmanager.')) {
    aws.asked.push(target.replace('secretsmanager.', ''));
    return secretsManager(body, aws);
  }
  if (path.includes('account-settings')) {
    aws.asked.push('GetAccountSettings');
    return { status: 200, body: JSON.stringify({ AccountLimit: { ConcurrentExecutions: aws.concurrentRuns } }) };
  }
  const form = new URLSearchParams(body);
  aws.asked.push(form.get('Action') ?? '');
  return aws.refusal
    ? xmlError(aws.refusal, 'The security token included in the request is expired')
    : cloudFormation(form, aws);
};

/** An AWS that has what a deployment looks at, spoken to over the wire; `start` before the tests, `stop` after them. */
export const standInAws = () => {
  const aws: StandInAws = { stacks: {}, secrets: {}, concurrentRuns: 1_000, refusal: undefined, asked: [] };
  const server: Server = createServer(async (request, response) => {
    const body = (await readBytes(request)).toString();
    const target = request.headers['x-amz-target']?.toString();
    const { status, body: text } = answer(target, request.url ?? '', body, aws);
    response.writeHead(status, { 'content-type': text.startsWith('<') ? 'text/xml' : 'application/x-amz-json-1.1' });
    response.end(text);
  });
  let variables: ReturnType<typeof withEnvironment> | undefined;
  const start = async (): Promise<void> => {
    variables = withEnvironment({
      AWS_ENDPOINT_URL: `http://127.0.0.1:${await listen(server, 0)}`,
      AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    });
    variables.set();
  };
  const stop = async (): Promise<void> => {
    variables?.undo();
    server.closeAllConnections();
    await close(server);
  };
  return { aws, start, stop };
};
