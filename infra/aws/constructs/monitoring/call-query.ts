import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ProductFunction } from '#infra/aws/constructs/product-function.ts';

/** Of the saved query: whose lines are asked for. */
const PLACEHOLDER = 'call_…';

/** A saved query of CloudWatch Logs Insights that shows one call's way through all functions that work on calls. */
export class CallQuery extends Construct {
  constructor(scope: Construct, id: string, stackName: string) {
    super(scope, id);
    const functions = scope.node.findAll().filter((part) => part instanceof ProductFunction);
    new QueryDefinition(this, 'Query', {
      queryDefinitionName: `${stackName}/one call`,
      logGroups: functions.filter(({ worksOnCalls }) => worksOnCalls).map(({ logGroup }) => logGroup),
      queryString: new QueryString({
        fields: [
          '@timestamp',
          'function',
          'level',
          'message',
          'status',
          'outcome',
          'error_message',
          'ms',
          'request_id',
        ],
        filterStatements: [`call_id = "${PLACEHOLDER}"`],
        sort: '@timestamp asc',
        limit: 1_000,
      }),
    });
  }
}
