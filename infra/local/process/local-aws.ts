/** Values for the AWS emulators on this machine, which do not check them. */
export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT = '000000000000';
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Begins the names of everything the product has there. */
export const NAME_PREFIX = 'voice-assistant-calling';
export const RECORDINGS_BUCKET = `${NAME_PREFIX}-recordings`;
