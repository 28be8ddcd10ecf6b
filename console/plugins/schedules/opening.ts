import { addDays } from 'date-fns/addDays';
import { getDay } from 'date-fns/getDay';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { View } from 'react-big-calendar';
import type { Event } from './together.ts';

const morning = 8;
const hours = 24;

export const isWeek = (view: View): boolean => view === 'week' || view === 'work_week';
const isWorkday = (day: Date): boolean => getDay(day) % 6 !== 0;

/** Returns the hour at which a week opens: that of the earliest entry of the days it shows, eight at the latest. */
export function openingHour(
  events: readonly Pick<Event, 'start'>[],
  { view, firstDay }: { readonly view: View; readonly firstDay: Date },
): number {
  const end = addDays(firstDay, 7);
  const shown = events.filter(
    ({ start }) => start >= firstDay && start < end && (view === 'week' || isWorkday(start)),
  );
  return Math.min(morning, ...shown.map(({ start }) => start.getHours()));
}

/**
 * Opens each week at its hour: at once by what is known, and once more when all of it is. The calendar does so only when it is
 * begun, and what changes later moves nothing under whoever looks.
 * @param isKnown whether the events are those of this span, not of the one before it
 */
export function useOpening(
  page: RefObject<HTMLElement | null>,
  events: readonly Event[],
  { view, firstDay, isKnown }: { readonly view: View; readonly firstDay: Date; readonly isKnown: boolean },
): void {
  const opened = useRef({ week: '', isKnown: false });
  useLayoutEffect(() => {
    const week = isWeek(view) ? `${view} ${+firstDay}` : '';
    const before = opened.current;
    if (before.week === week && (before.isKnown || !isKnown)) return;
    opened.current = { week, isKnown };
    const grid = week === '' ? null : page.current?.querySelector('.rbc-time-content');
    if (grid) grid.scrollTop = (grid.scrollHeight * openingHour(events, { view, firstDay })) / hours;
  });
}
