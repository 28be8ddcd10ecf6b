import type { z } from 'zod';
import type { Secret } from '../domain/records/declare.ts';

type Shown<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
type Fields<Shape> = {
  readonly [Name in keyof Shape as Shape[Name] extends Secret ? never : Name]: Shown<z.output<Shape[Name]>>;
};

/** What the server adds to a row that has a file: where it is to be had; absent: there is none. */
export interface WithFile {
  readonly mediaName: string | null;
  readonly mediaPathUrl?: string;
}

/** A row of a declared record as the API answers it: its fields, but for secrets, and what the server knows of it. */
export type RecordRow<Declared extends { readonly schema: z.ZodObject }> = Fields<
  Declared['schema']['shape']
> & {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly position: number;
};
