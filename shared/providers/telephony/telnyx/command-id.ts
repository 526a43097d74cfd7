import { createHash } from 'node:crypto';

const UUID_BYTES = 16;
/** Of this service's commands; RFC 9562, section 5.5. */
const NAMESPACE = Buffer.from('6f1b2c0e9f2d4c3ab1d0a4a1f7c85e21', 'hex');

/** The UUID (version 5) that stands for one of our command ids at Telnyx, always the same. */
export const commandUuid = (commandId: string): string => {
  const bytes = createHash('sha1').update(NAMESPACE).update(commandId).digest().subarray(0, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
