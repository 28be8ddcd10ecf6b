/** Plain administrative things, a folder each: one declaration gives decider, events, read model, routes and screens. */

// Written by `npm run records`: what the folders of records/ declare.
import { record as announcement } from './announcement/record.ts';
import { record as fileList } from './file-list/record.ts';
import { record as help } from './help/record.ts';
import { record as plan } from './plan/record.ts';
import { record as prompt } from './prompt/record.ts';
import { record as queue } from './queue/record.ts';
import { record as queueIntegration } from './queue-integration/record.ts';
import { record as queueOption } from './queue-option/record.ts';
import { record as quickMessage } from './quick-message/record.ts';
import { record as role } from './role/record.ts';
import { record as tag } from './tag/record.ts';
import { record as webhook } from './webhook/record.ts';

export const declarations = [
  announcement,
  fileList,
  help,
  plan,
  prompt,
  queue,
  queueIntegration,
  queueOption,
  quickMessage,
  role,
  tag,
  webhook,
] as const;
export {
  announcement,
  fileList,
  help,
  plan,
  prompt,
  queue,
  queueIntegration,
  queueOption,
  quickMessage,
  role,
  tag,
  webhook,
};
