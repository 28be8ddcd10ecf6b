import type { CommandRuntime } from '../runtime.ts';
import { createCampaignMessages } from './campaign-messages.ts';
import { createChangingContact } from './changing-contact.ts';
import { createTicketCommands } from './commands.ts';
import { createCourse } from './course.ts';
import { createMessages, createNotes } from './messages.ts';
import { createOpening } from './opening.ts';
import { createReceive } from './receiving/receive.ts';
import { createTicketRuntime } from './runtime.ts';
import { createStandings } from './standings.ts';

/** Returns the commands of tickets and of what is said in them. */
export function createTickets(base: CommandRuntime) {
  const runtime = createTicketRuntime(base);
  const commands = createTicketCommands(runtime);
  const { asks, reports } = commands;

  return {
    receive: createReceive(runtime),
    open: createOpening(runtime),
    setFields: asks('SetTicketFields'),
    addTag: asks('AddTicketTag'),
    /** Takes it to a lane of the board. */
    moveToLane: asks('MoveTicketToLane'),
    markRead: asks('MarkTicketRead'),
    /** One that was seen counts as unread again. */
    markUnread: asks('MarkTicketUnread'),
    /** @throws ERR_TICKET_STATE when it is closed: what answers it is cleared by closing */
    setIntegration: asks('SetTicketIntegration'),
    /** The bot answers a message. @throws NeedsScript when it has something to decide and was given none, NeedsAnswer */
    runBot: reports('RunBot'),
    /** An assistant speaks, has answered, or hands over to an agent. */
    runAssistant: reports('RunAssistant'),
    /** Writes down that somebody looked without taking it. */
    peek: asks('PeekTicket'),
    delete: asks('DeleteTicket'),
    /** Its contact was erased: closes it and takes the content of all that was said in it. Nothing left to take: nothing. */
    erase: reports('EraseTicket'),
    changeContact: createChangingContact(runtime),
    sayForCampaign: createCampaignMessages(runtime),
    /** A campaign's question was not answered in its time. */
    lapseQuestion: reports('LapseCampaignQuestion'),
    /** Its contact answered a campaign by leaving: the campaign's report says so. */
    leaveCampaign: reports('LeaveCampaign'),
    ...createStandings(runtime),
    ...createCourse(runtime, commands),
    ...createMessages(runtime, commands),
    ...createNotes(runtime, commands),
  };
}

export type Tickets = ReturnType<typeof createTickets>;
