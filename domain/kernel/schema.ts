import type { z } from 'zod';
import type { DomainEvent } from './event.ts';

/** Event types with their schemas; these names and shapes are the storage format. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/** The union of events a schema table describes. */
export type EventOf<S extends EventSchemas> = {
  [T in keyof S & string]: DomainEvent<T, z.output<S[T]>>;
}[keyof S & string];
