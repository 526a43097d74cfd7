import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '#infra/local/process/json-http.ts';

/** A request of one of AWS's JSON protocols: its operation without the service, and what it was given. */
export interface AwsRequest {
  operation: string;
  given: Record<string, unknown>;
}

export interface StandInAws {
  /** Variables that point a process at it. */
  environment: Record<string, string>;
  /** What SQS and CloudWatch Logs were asked, in order. */
  requests: AwsRequest[];
  close(): Promise<void>;
}

interface Behaviour {
  stackName: string;
  /** May need the address of this stand-in. */
  outputs(url: string): Record<string, string>;
  /** How SQS and CloudWatch Logs answer. */
  answer(request: AwsRequest): object;
}

/** CloudFormation's answer about one stack, in its wire format. */
const stackNamed = (name: string, outputs: Record<string, string>): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return (
    '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>' +
    `<StackName>${name}</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>` +
    `<Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
  );
};

const MISSING =
  '<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>ValidationError</Code>' +
  '<Message>Stack with id Gone does not exist</Message></Error></ErrorResponse>';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

/** The parts of AWS that an operator's commands ask beside the table: one stack, its queues and its logs. */
export const startStandInAws = async ({ stackName, outputs, answer }: Behaviour): Promise<StandInAws> => {
  const requests: AwsRequest[] = [];
  let url = '';
  const ofCloudFormation = (body: string, response: ServerResponse): void => {
    const isKnown = body.includes(`StackName=${stackName}`);
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(isKnown ? stackNamed(stackName, outputs(url)) : MISSING);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const target = request.headers['x-amz-target'];
    if (target === undefined) return ofCloudFormation(body, response);
    const asked = { operation: String(target).split('.')[1] ?? '', given: JSON.parse(body) as AwsRequest['given'] };
    requests.push(asked);
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer(asked)));
  };
  const server = createServer((request, response) => void handle(request, response));
  url = `http://127.0.0.1:${await listen(server, 0)}`;
  const services = ['CLOUDFORMATION', 'SQS', 'CLOUDWATCH_LOGS'];
  const environment = Object.fromEntries(services.map((service) => [`AWS_ENDPOINT_URL_${service}`, url]));
  return { environment, requests, close: () => close(server) };
};
