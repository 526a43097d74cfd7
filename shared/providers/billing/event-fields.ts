import * as z from 'zod';

/** A field of an unexpected type reads as absent, so that a new API version of a provider does not lose the event. */

export const Text = z.string().min(1).nullish().catch(null);
/** Longer than any real id; a team's id comes from outside and becomes a key. */
const ID_MAX_CHARS = 255;
export const Id = z
  .union([
    z.string().min(1).max(ID_MAX_CHARS),
    z.number().transform(String),
    z.object({ id: z.string() }).transform(({ id }) => id),
  ])
  .nullish()
  .catch(null);
const MAX_UNIX_SECONDS = 8_640_000_000_000;
export const UnixSeconds = z.number().int().min(0).max(MAX_UNIX_SECONDS).nullish().catch(null);
/** Normalised to UTC and milliseconds. */
export const IsoInstant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString())
  .nullish()
  .catch(null);
export const Flag = z.boolean().nullish().catch(null);
export const looseObject = <S extends z.ZodRawShape>(shape: S) => z.object(shape).nullish().catch(null);
export const looseList = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({ data: z.array(z.object(shape)) })
    .nullish()
    .catch(null);
