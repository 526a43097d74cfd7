import { settings, useLocalAws } from '#infra/local/process/environment.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { StartError } from '#infra/local/process/start-error.ts';

/** `npm run dashboard`: prints a new link that signs in to the dashboard of the service that runs here. */

const printLink = async (): Promise<void> => {
  const stateDir = settings.stateDir();
  const service = findRunningService(stateDir);
  if (!service) {
    throw new StartError(`No service is running on ${stateDir}. Start it with "npm start" in another terminal.`);
  }
  useLocalAws(service.dynamodb_url, service.table_name, service.aws_secret_access_key);
  const [{ dynamodbTable }, { renewSignInLink }] = await Promise.all([
    import('#shared/store/table/dynamodb-table.ts'),
    import('./demo-account.ts'),
  ]);
  const link = await renewSignInLink(dynamodbTable({ tableName: service.table_name }), stateDir, new Date());
  if (!link) {
    throw new StartError(
      `The token in ${stateDir}/credentials.json is gone, or its key has ended. Sign in with another API key, or create ` +
        'another account with "npm run account -- create".',
    );
  }
  console.log(link);
};

printLink().catch((error: Error) => {
  console.error(error instanceof StartError ? error.message : `No link could be made: ${error.message || error.name}`);
  process.exit(1);
});
