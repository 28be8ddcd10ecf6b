import { messages as composer } from '../composer/messages/es.ts';
import { messages as conversation } from '../conversation/messages/es.ts';
import { fieldMessages } from '../fields/texts.ts';
import { messages as history } from '../history/messages/es.ts';
import { messages as list } from '../list/messages/es.ts';
import { messages as message } from '../message/messages/es.ts';
import { messages as newTicket } from '../new-ticket/messages/es.ts';
import { messages as notes } from '../notes/messages/es.ts';
import { messages as notifications } from '../notifications/messages/es.ts';
import { messages as outbox } from '../outbox/messages/es.ts';
import { messages as panel } from '../panel/messages/es.ts';
import { messages as presence } from '../presence/messages/es.ts';
import { messages as ticket } from '../ticket/messages/es.ts';
import { messages as transfer } from '../transfer/messages/es.ts';
import { messages as voice } from '../voice/messages/es.ts';

/** The workspace's texts in Spanish, each beside the feature that says it. */
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
  ...fieldMessages('es'),
  ...presence,
  ...notifications,
  ...newTicket,
  ...transfer,
};
