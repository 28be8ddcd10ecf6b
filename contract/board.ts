import { z } from 'zod';
import { tagView } from './refs.ts';
import { ticketView } from './ticket.ts';

/** A ticket as the board shows it: what its card says, and nothing else, for there may be thousands. */
export const boardCard = ticketView
  .pick({
    id: true,
    uuid: true,
    status: true,
    userId: true,
    queueId: true,
    queue: true,
    tags: true,
    lastMessage: true,
    preview: true,
    waitingSince: true,
    updatedAt: true,
    position: true,
  })
  .extend({
    contact: ticketView.shape.contact.pick({ id: true, name: true, number: true, profilePicUrl: true }),
  });
export type BoardCard = z.output<typeof boardCard>;

/** A tag that is a lane of the board. */
export const boardLane = tagView.extend({ kanban: z.literal(1) });
export type BoardLane = z.output<typeof boardLane>;

const mostLanes = 200;

const laneId = z.string().regex(/^[A-Za-z0-9.-]{1,100}$/);
/** How somebody has the board: lanes from left to right (others stand after them), and how many cards each may have. */
export const boardArrangement = z.object({
  order: z.array(laneId).max(mostLanes),
  limits: z
    .record(laneId, z.int().min(1).max(9_999))
    .refine((limits) => Object.keys(limits).length <= mostLanes),
});
export type BoardArrangement = z.output<typeof boardArrangement>;

/** The cards of the board, at most as many as it shows. */
export const boardCards = z.object({ tickets: z.array(boardCard), hasMore: z.boolean() });
export type BoardCards = z.output<typeof boardCards>;

/** Its lanes, under the specification's name. */
export const boardLanes = z.object({ lista: z.array(boardLane) });
export type BoardLanes = z.output<typeof boardLanes>;
