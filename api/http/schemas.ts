import { z } from 'zod';

/** Ids of ours; also safe as a part of a stream's name. */
export const id = z.string().regex(/^[A-Za-z0-9.-]{1,100}$/);
export const idParams = z.object({ id });

const whenEmpty = (value: unknown) => (value === '' ? undefined : value);
/** Returns a query parameter that may stand there empty. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(whenEmpty, schema.optional());

/** 'true', '1', 'false', '0'. */
export const flag = optional(
  z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'),
);
export const pageNumber = optional(z.coerce.number().int().min(1).max(100_000)).transform(
  (page) => page ?? 1,
);
export const day = optional(z.iso.date());
export const searchParam = optional(z.string().max(200));

/** Returns the schema of an array that comes as JSON (`["a","b"]`), as the spec's queryIds do. */
export const jsonList = <T extends z.ZodType>(item: T) =>
  optional(
    z
      .string()
      .max(20_000)
      .transform((text, context) => {
        try {
          return JSON.parse(text) as unknown;
        } catch {
          context.addIssue({ code: 'custom', message: 'not JSON' });
          return z.NEVER;
        }
      })
      .pipe(z.array(item).max(500)),
  );

/** Ids in a body: empty strings count as null, as forms send them. */
export const nullableId = z.preprocess((value) => (value === '' ? null : value), id.nullable());
