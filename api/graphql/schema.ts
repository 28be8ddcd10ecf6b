import { buildSchema, type GraphQLSchema } from 'graphql';
import { messagePage, messageView } from '../../contract/message.ts';
import { noteView } from '../../contract/note.ts';
import { queueRef, tagView, userRef } from '../../contract/refs.ts';
import { ticketOnWire, ticketPageOnWire } from '../../contract/wire-views.ts';
import { threadQuery } from '../messages/query.ts';
import { listQuery } from '../tickets/query.ts';
import { createSdl } from './sdl.ts';

/** Items a page holds at most, and where nobody says how many; that of REST's pages. */
export const pageSize = 40;
const firstArgument = `"How many, 1 to ${pageSize}." first: Int = ${pageSize}`;

/** Returns the schema in GraphQL's own language: the views and parameters of REST, nested, and the live feed. */
function schemaText(): string {
  const sdl = createSdl();
  sdl.object(queueRef, 'QueueRef');
  sdl.object(tagView, 'TagRef');
  sdl.object(userRef, 'UserRef');
  sdl.object(messageView, 'Message');
  sdl.object(messagePage, 'MessagePage');
  sdl.object(noteView, 'Note');
  sdl.object(ticketOnWire, 'Ticket', [
    '"A page of its thread, as GET /api/messages/{ticketId}: oldest first, the newest page without a cursor."',
    `messages(${firstArgument}, ${sdl.parameters(threadQuery, 'Thread')}): MessagePage!`,
    '"The newest notes for colleagues, oldest first."',
    `notes(${firstArgument}): [Note!]!`,
  ]);
  sdl.object(ticketPageOnWire, 'TicketPage');
  const list = sdl.parameters(listQuery, 'Ticket');
  return `"Any JSON value."
scalar JSON

type Query {
  "Of the product; all else needs a session."
  version: String!
  "As GET /api/tickets/{id}."
  ticket(id: ID!): Ticket
  "As GET /api/tickets, with the same parameters."
  tickets(${firstArgument}, ${list}): TicketPage
}

"What has changed since the frame before. \`seq\` is the cursor to come back with."
type Frame {
  seq: String!
  "[{channel, action, id, document?, position}]"
  items: JSON!
}

type Subscription {
  changes(channels: [String!]!, after: String): Frame!
}

${sdl.text()}
`;
}

export const makeSchema = (): GraphQLSchema => buildSchema(schemaText());
