/** The promises about the AWS deployment, in one test file: synthesising takes seconds, once per file. */
import './stack/call-query.ts';
import './stack/concurrency.ts';
import './stack/costs.ts';
import './stack/dashboard.ts';
import './stack/data.ts';
import './stack/environment.ts';
import './stack/functions.ts';
import './stack/gateway.ts';
import './stack/permissions.ts';
import './stack/protection.ts';
import './stack/runbook.ts';
import './stack/size.ts';
import './stack/throughput.ts';
