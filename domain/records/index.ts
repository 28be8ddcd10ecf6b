/**
 * Plain administrative things (queues, tags, plans) from one declaration each: what one holds, and the decider that
 * follows from it.
 */

import { declarations } from '../../records/index.ts';
import type { RecordDefinition } from './definition.ts';

/** Every record, as code that does not know which one reads it. Another is a folder of records/. */
export const records: readonly RecordDefinition[] = declarations;
