import { randomBytes } from 'node:crypto';

export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT = '000000000000';

const SECRET_BYTES = 32;

/**
 * What AWS clients sign with towards the stand-ins on this machine, which verify it: the secret is drawn at each start.
 * The id stays, because DynamoDB Local keeps a database for each id.
 */
export const LOCAL_CREDENTIALS = {
  accessKeyId: 'local',
  secretAccessKey: randomBytes(SECRET_BYTES).toString('base64url'),
};

/** Begins the names of everything the product has there. */
export const NAME_PREFIX = 'voice-assistant-calling';
export const RECORDINGS_BUCKET = `${NAME_PREFIX}-recordings`;
