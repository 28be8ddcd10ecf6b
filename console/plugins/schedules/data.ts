import { TZDate } from '@date-fns/tz';
import { queryOptions } from '@tanstack/react-query';
import { format } from 'date-fns/format';
import type { ContactPage, ContactView } from '../../../contract/contact.ts';
import type { ScheduleView as OnTheWire, ScheduleHours, SchedulePage } from '../../../contract/schedule.ts';
import type { OffWire } from '../../../contract/wire.ts';
import { api } from '../../shell/api.ts';

// Every call of the page; nothing else in this plugin names an address.

export type ScheduleView = OffWire<OnTheWire>;

const path = (id: string) => `/schedules/${encodeURIComponent(id)}`;

export const spanQuery = (from: string, until: string, searchParam: string) =>
  queryOptions({
    queryKey: ['schedules', from, until, searchParam],
    queryFn: ({ signal }) =>
      api<SchedulePage>('/schedules', {
        query: { from, until, searchParam },
        signal,
      }),
    placeholderData: (before) => before,
  });
/** Returns what a contact will be written, and what could not be. */
export const unsentQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['schedules', 'unsent', contactId],
    queryFn: ({ signal }) =>
      api<SchedulePage>('/schedules', {
        query: { contactId, unsent: true },
        signal,
      }),
  });
export const contactsQuery = (searchParam: string) =>
  queryOptions({
    queryKey: ['schedules', 'contacts', searchParam],
    queryFn: ({ signal }) => api<ContactPage>('/contacts', { query: { searchParam, pageNumber: 1 }, signal }),
    enabled: searchParam.length >= 3,
  });
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', 'contact', id],
    queryFn: ({ signal }) => api<ContactView>(`/contacts/${encodeURIComponent(id)}`, { signal }),
  });

/** Whether anybody works at a time: an instant. */
export const hoursQuery = (at: string, queueId: string | null) =>
  queryOptions({
    queryKey: ['schedules', 'hours', at, queueId],
    queryFn: ({ signal }) =>
      api<ScheduleHours>('/schedules/hours', {
        query: { at, ...(queueId !== null && { queueId }) },
        signal,
      }),
  });

export const saveSchedule = (id: string | undefined, body: object) =>
  id === undefined
    ? api<ScheduleView>('/schedules', { method: 'POST', body })
    : api<ScheduleView>(path(id), { method: 'PUT', body });
export const deleteSchedule = (id: string) => api(path(id), { method: 'DELETE' });
export const retrySchedule = (id: string) => api(`${path(id)}/retry`, { method: 'POST' });
export function uploadFile(id: string, file: File) {
  const form = new FormData();
  form.append('file', file);
  return api(`${path(id)}/media-upload`, { method: 'POST', form });
}

/** Returns an instant as the clock on the wall of the company shows it, as a date of the browser's. */
export function wallOf(instant: string | Date, timeZone: string): Date {
  const there = new TZDate(new Date(instant).getTime(), timeZone);
  return new Date(
    ...([there.getFullYear(), there.getMonth(), there.getDate()] as const),
    ...([there.getHours(), there.getMinutes(), there.getSeconds()] as const),
  );
}

/** Returns the instant at which the wall of the company shows this midnight of the browser's. */
export const instantOfWall = (wall: Date, timeZone: string): string =>
  new Date(new TZDate(wall.getFullYear(), wall.getMonth(), wall.getDate(), timeZone).getTime()).toISOString();

/** Returns the instant at which the company's wall shows this day (yyyy-MM-dd) and time (HH:mm); undefined: neither is one. */
export function instantOf(day: string, time: string, timeZone: string): string | undefined {
  const [, year, month, date, hours, minutes] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/.exec(`${day}T${time}`)?.map(Number) ?? [];
  if (year === undefined) return undefined;
  const at = new TZDate(year, month! - 1, date!, hours!, minutes!, timeZone);
  return new Date(at.getTime()).toISOString();
}

/** Returns a wall clock's time as the calls carry it: without an offset it is the company's. */
export const sendAtOf = (wall: Date): string => format(wall, "yyyy-MM-dd'T'HH:mm:ss");
