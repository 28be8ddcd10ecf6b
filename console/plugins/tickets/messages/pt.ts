import { messages as composer } from '../composer/messages/pt.ts';
import { messages as conversation } from '../conversation/messages/pt.ts';
import { fieldMessages } from '../fields/texts.ts';
import { messages as history } from '../history/messages/pt.ts';
import { messages as list } from '../list/messages/pt.ts';
import { messages as message } from '../message/messages/pt.ts';
import { messages as newTicket } from '../new-ticket/messages/pt.ts';
import { messages as notes } from '../notes/messages/pt.ts';
import { messages as notifications } from '../notifications/messages/pt.ts';
import { messages as outbox } from '../outbox/messages/pt.ts';
import { messages as panel } from '../panel/messages/pt.ts';
import { messages as presence } from '../presence/messages/pt.ts';
import { messages as ticket } from '../ticket/messages/pt.ts';
import { messages as transfer } from '../transfer/messages/pt.ts';
import { messages as voice } from '../voice/messages/pt.ts';

/** The workspace's texts in Portuguese, each beside the feature that says it. */
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
  ...fieldMessages('pt'),
  ...presence,
  ...notifications,
  ...newTicket,
  ...transfer,
};
