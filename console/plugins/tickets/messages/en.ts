import { messages as composer } from '../composer/messages/en.ts';
import { messages as conversation } from '../conversation/messages/en.ts';
import { fieldMessages } from '../fields/texts.ts';
import { messages as history } from '../history/messages/en.ts';
import { messages as list } from '../list/messages/en.ts';
import { messages as message } from '../message/messages/en.ts';
import { messages as newTicket } from '../new-ticket/messages/en.ts';
import { messages as notes } from '../notes/messages/en.ts';
import { messages as notifications } from '../notifications/messages/en.ts';
import { messages as outbox } from '../outbox/messages/en.ts';
import { messages as panel } from '../panel/messages/en.ts';
import { messages as presence } from '../presence/messages/en.ts';
import { messages as ticket } from '../ticket/messages/en.ts';
import { messages as transfer } from '../transfer/messages/en.ts';
import { messages as voice } from '../voice/messages/en.ts';

/** The workspace's texts in English, each beside the feature that says it. */
export const messages: Readonly<Record<string, string>> = {
  ...ticket,
  ...list,
  ...conversation,
  ...message,
  ...composer,
  ...voice,
  ...outbox,
  ...panel,
  ...notes,
  ...history,
  ...fieldMessages('en'),
  ...presence,
  ...notifications,
  ...newTicket,
  ...transfer,
};
