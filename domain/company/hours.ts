import { z } from 'zod';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Weekly hours: one entry a weekday, by the spec's names. A day from 00:00 to 00:00 is closed. */
export const schedules = z
  .array(
    z.object({ weekday: z.string().max(30), weekdayEn: z.string().max(12), startTime: time, endTime: time }),
  )
  .max(7);

export type Schedules = z.output<typeof schedules>;

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Weekly hours as they are given: of days that there are, each once. Those of stored events are read as they stand. */
export const givenSchedules = schedules.superRefine((days, { addIssue }) => {
  const known = new Set<string>();
  for (const [index, { weekdayEn }] of days.entries()) {
    const day = weekdayEn.toLowerCase();
    // A day nobody knows would be closed, and the second entry of one never looked at, without a word.
    if (!weekdays.includes(day) || known.has(day))
      addIssue({ code: 'custom', message: 'invalid', path: [index, 'weekdayEn'] });
    known.add(day);
  }
});

const day = (weekday: string, weekdayEn: string, startTime = '08:00', endTime = '18:00') => ({
  weekday,
  weekdayEn,
  startTime,
  endTime,
});

export const defaultSchedules: Schedules = [
  day('Segunda-feira', 'monday'),
  day('Terça-feira', 'tuesday'),
  day('Quarta-feira', 'wednesday'),
  day('Quinta-feira', 'thursday'),
  day('Sexta-feira', 'friday'),
  day('Sábado', 'saturday', '08:00', '12:00'),
  day('Domingo', 'sunday', '00:00', '00:00'),
];
