import * as z from 'zod';

/** What a carrier is configured with, and values of the environment that more than one carrier has. */

export const Address = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with http:// or https://',
});

export const PublicKey = z.string().regex(/^[A-Za-z0-9+/]{43}=?$/, 'must be base64 of 32 bytes, an Ed25519 public key');

/** The product's own value that carriers read: the address at which they reach our model endpoint. */
type ReadValue<Name> = Name | 'modelEndpointUrl';

export interface CarrierSettings<Name extends string> {
  /** Its values of the environment. */
  values: Record<Name, z.ZodType>;
  /** The value that says where the carrier is. */
  address: Name;
  /** Values and secrets without which it cannot be chosen. */
  needed: readonly Name[];
  secrets: readonly string[];
  /** The values that each of its parts reads; a function is given those of the parts that it uses. */
  reads: Record<'telephony' | 'webhook' | 'transcription' | 'recordings', readonly ReadValue<Name>[]>;
  /** What calls lack while a value is not set, a sentence each. */
  notices(given: (name: ReadValue<Name>) => string | undefined): string[];
}
