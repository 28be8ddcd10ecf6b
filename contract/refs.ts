import { z } from 'zod';

// What the API answers and the change feed carries: the same shapes for REST, GraphQL, OpenAPI and the console, by concept.
// Instants are ISO strings; `position` is that of the last event folded into the document: a client drops older ones.

export const queueRef = z.object({ id: z.string(), name: z.string(), color: z.string() });

export const tagView = z.object({ id: z.string(), name: z.string(), color: z.string() });
export type TagView = z.output<typeof tagView>;

export const userRef = z.object({ id: z.string(), name: z.string() });
