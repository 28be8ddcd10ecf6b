import { z } from 'zod';
import { apiTokenView, newApiToken } from './api-token.ts';
import { campaignPage, campaignView, campaignWaiting } from './campaign.ts';
import { contactListItemPage, contactListItemView } from './contact-list.ts';
import { asOfView } from './history.ts';
import { schedulePage, scheduleView } from './schedule.ts';
import { grantView } from './sign-in.ts';
import { ticketPage, ticketView } from './ticket.ts';
import { sessionUserView, userPage, userView } from './user.ts';
import { fromWire, type OffWire, type OnWire, toWire } from './wire.ts';

type WireShape<Shape> = OnWire<Shape> extends infer Named extends z.ZodRawShape ? Named : never;
const onWire = <Shape extends z.ZodRawShape>(view: z.ZodObject<Shape>) =>
  z.object(toWire(view.shape)) as unknown as z.ZodObject<WireShape<Shape>>;

/** A ticket, a user, who stands in a contact list, and what goes out by a connection, as the spec names what they hold. */
export const ticketOnWire = onWire(ticketView);
export type TicketOnWire = z.output<typeof ticketOnWire>;
export const ticketPageOnWire = ticketPage.extend({ tickets: z.array(ticketOnWire) });
export const userOnWire = onWire(userView);
export type UserOnWire = z.output<typeof userOnWire>;
export const userPageOnWire = userPage.extend({ users: z.array(userOnWire) });
export const sessionUserOnWire = onWire(sessionUserView);
export type SessionUserOnWire = z.output<typeof sessionUserOnWire>;
export const grantOnWire = grantView.extend({ user: sessionUserOnWire });
export type GrantOnWire = z.output<typeof grantOnWire>;
export const contactListItemOnWire = onWire(contactListItemView);
export const contactListItemPageOnWire = contactListItemPage.extend({
  contacts: z.array(contactListItemOnWire),
  records: z.array(contactListItemOnWire),
});
export const campaignOnWire = onWire(campaignView);
export type CampaignOnWire = z.output<typeof campaignOnWire>;
export const campaignPageOnWire = campaignPage.extend({
  records: z.array(campaignOnWire),
  running: campaignOnWire.extend(campaignWaiting.shape).nullable(),
});
export const scheduleOnWire = onWire(scheduleView);
export type ScheduleOnWire = z.output<typeof scheduleOnWire>;
export const schedulePageOnWire = schedulePage.extend({ schedules: z.array(scheduleOnWire) });
export const apiTokenOnWire = onWire(apiTokenView);
export const newApiTokenOnWire = onWire(newApiToken);
export const asOfOnWire = asOfView.extend({ ticket: ticketOnWire });

/** Returns the schema of a body that comes under the spec's names and is read under ours. */
export const offWire = <Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) =>
  body.transform((given) => fromWire(given) as OffWire<z.output<z.ZodObject<Shape>>>);
