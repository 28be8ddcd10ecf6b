import { longAwayMs } from '../../domain/company/away.ts';
import { isOverdue } from '../../domain/company/overdue.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';

// What a company has due goes out by itself only while somebody there may stop it: the same for campaigns and scheduled messages.

/** How late something may begin by itself, or go on that stood: whom it would reach then, with what, is somebody's to decide. */
export const latestMs = longAwayMs;

/** Whether nobody of the company can sign in before it has paid: what it began nobody could stop. */
export const isUnpaid = ({ dueDate, timeZone }: CompanyDocument, now: Date): boolean =>
  isOverdue(dueDate, timeZone, now);

/** Whether a time that has come, or was given when it was past, was so long ago that it is somebody's again. */
export const isLongPast = (at: string, { updatedAt }: { readonly updatedAt: string }, now: Date): boolean =>
  Math.max(Date.parse(at), Date.parse(updatedAt)) < now.getTime() - latestMs;
