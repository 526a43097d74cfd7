import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { type CfnStage, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { removalPolicyOf } from '#infra/aws/removal-policy.ts';
import type { RouteThrottle } from '#shared/runtime/http/endpoint-definition.ts';
import { LOG_RETENTION } from './product-function.ts';

/** Without the path, in which a phone number may stand; the Lambda's own line has it without numbers. */
const ACCESS_LOG_LINE = {
  time: AccessLogField.contextRequestTime(),
  request_id: AccessLogField.contextRequestId(),
  route: '$context.routeKey',
  method: AccessLogField.contextHttpMethod(),
  status: AccessLogField.contextStatus(),
  response_bytes: AccessLogField.contextResponseLength(),
  latency_ms: AccessLogField.contextResponseLatency(),
  lambda_latency_ms: AccessLogField.contextIntegrationLatency(),
  lambda_error: '$context.integrationErrorMessage',
  source_ip: '$context.identity.sourceIp',
};

interface GatewayProps {
  retain: boolean;
  /** Steady requests per second over all routes without a throttle of their own; beyond it API Gateway answers 429. */
  requestsPerSecond: number;
  /** Requests that may arrive at one moment. */
  requestBurst: number;
}

/**
 * The HTTP API. It neither authenticates nor answers CORS: its own rejections have other bodies than ours, so every
 * request reaches a Lambda.
 */
export class HttpGateway extends Construct {
  readonly api: HttpApi;
  readonly stage: HttpStage;

  constructor(scope: Construct, id: string, settings: GatewayProps) {
    const { requestsPerSecond, requestBurst } = settings;
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { createDefaultStage: false });
    const accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: LOG_RETENTION,
      removalPolicy: removalPolicyOf(settings),
    });
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: requestBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogs),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_LINE)),
      },
    });
  }

  /** Gives a route a throttle of its own. `scope` has the route, which must exist before the stage can name it. */
  throttleApart(routeKey: string, { requestsPerSecond, burst }: RouteThrottle, scope: Construct): void {
    const stage = this.stage.node.defaultChild as CfnStage;
    stage.addPropertyOverride(`RouteSettings.${routeKey}`, {
      ThrottlingRateLimit: requestsPerSecond,
      ThrottlingBurstLimit: burst,
    });
    stage.node.addDependency(scope);
  }
}
