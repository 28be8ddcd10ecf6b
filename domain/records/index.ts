import type { RecordDefinition } from './definition.ts';
import { queue } from './queue.ts';
import { queueOption } from './queue-option.ts';
import { quickMessage } from './quick-message.ts';
import { tag } from './tag.ts';

/** Every record definition; adding one adds its events, commands, read model, routes and screens. */
export const records: readonly RecordDefinition[] = [queue, queueOption, tag, quickMessage];
export { queue, queueOption, quickMessage, tag };
