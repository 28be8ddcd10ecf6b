/** What the variables of a message stand for; `at` is an ISO instant, read in `timeZone`. */
export interface TemplateValues {
  readonly firstName: string;
  readonly name: string;
  readonly agent: string;
  readonly protocol: string;
  readonly at: string;
  /** IANA name of the company's time zone. */
  readonly timeZone: string;
  /** Language of the greeting: `pt`, `en`, `es`, with or without a region; any other is Portuguese. */
  readonly locale: string;
  /** Only where a text is about a queue, as after a transfer; elsewhere `{{queue}}` stays as typed. */
  readonly queue?: string;
}

/** The variables a message may hold, as they are offered to people. */
export const templateVariables = [
  'firstName',
  'name',
  'greeting',
  'protocol',
  'date',
  'hour',
  'agent',
] as const;

/** Returns whether the product has a variable of this name, which goes before a company's own. */
export const isBuiltIn = (name: string): boolean =>
  templateVariables.some((one) => one.toLowerCase() === name.trim().toLowerCase());

export type TemplateVariable = (typeof templateVariables)[number];

const portuguese = ['Bom dia', 'Boa tarde', 'Boa noite'] as const;
const greetings: Readonly<Record<string, readonly [string, string, string]>> = {
  pt: portuguese,
  en: ['Good morning', 'Good afternoon', 'Good evening'],
  es: ['Buenos días', 'Buenas tardes', 'Buenas noches'],
};

/** Returns the greeting of an hour: morning from 05:00, afternoon from 12:00, evening and night from 18:00. */
const greetingAt = (hour: number, locale: string): string => {
  const [morning, afternoon, evening] = greetings[locale.slice(0, 2).toLowerCase()] ?? portuguese;
  if (hour >= 5 && hour < 12) return morning;
  return hour >= 12 && hour < 18 ? afternoon : evening;
};

/** Returns the first of a full name's words: 'Maria' of 'Maria da Silva'. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/u)[0] ?? '';

const two = '2-digit' as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the formatter of a zone: they are costly to make, and zones few. */
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: two,
    month: two,
    year: 'numeric',
    hour: two,
    minute: two,
    hourCycle: 'h23',
  });
  formatters.set(timeZone, format);
  return format;
};

const moment = (at: string, timeZone: string) => {
  const parts = formatterOf(timeZone).formatToParts(new Date(at));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    date: `${part('day')}/${part('month')}/${part('year')}`,
    hour: `${part('hour')}:${part('minute')}`,
    hours: Number(part('hour')),
  };
};

const timeVariable = /\{\{\s*(?:greeting|date|hour)\s*\}\}/iu;
/** Returns whether a text says something that depends on the hour: most do not, and what it is there is costly to tell. */
export const tellsTime = (text: string): boolean => timeVariable.test(text);
const noTime = { date: '', hour: '', hours: 0 };

/**
 * Returns a message with its variables replaced: `Olá {{firstName}}` → `Olá Maria`. Date dd/MM/yyyy and hour HH:mm in
 * the company's time zone. Blanks inside the braces and the case of the name do not matter; an unknown variable stays
 * as typed. One pass: a customer named `{{agent}}` is greeted by that name.
 */
export const expandTemplate = (text: string, values: TemplateValues): string => {
  if (!text.includes('{{')) return text;
  const { date, hour, hours } = tellsTime(text) ? moment(values.at, values.timeZone) : noTime;
  const knownValues: Readonly<Record<TemplateVariable, string> & { queue?: string }> = {
    firstName: values.firstName,
    name: values.name,
    greeting: greetingAt(hours, values.locale),
    protocol: values.protocol,
    date,
    hour,
    agent: values.agent,
    ...(values.queue !== undefined && { queue: values.queue }),
  };
  return text.replace(/\{\{\s*([a-z]+)\s*\}\}/giu, (typed, name: string) => {
    const found = Object.entries(knownValues).find(([one]) => one.toLowerCase() === name.toLowerCase());
    return found?.[1] ?? typed;
  });
};
