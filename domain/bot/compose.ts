/** What the bot says next: pure functions of where the ticket stands, what was written, and what the company has set up. */

import type { Integration } from '../company/integrations.ts';
import { settingValue } from '../company/settings.ts';
import { byName } from '../text/compare-names.ts';
import type { Media } from '../ticket/events.ts';
import { type DayHours, isOpenAt } from './hours.ts';
import type { BotOption, BotQueue, BotScript } from './script.ts';

interface FileFields {
  readonly mediaPath: string | null;
}
/** As the declarations of the records have them. */
export interface SetUpQueue extends FileFields {
  readonly id: string;
  readonly name: string;
  readonly orderQueue: number | null;
  readonly greetingMessage: string;
  readonly outOfHoursMessage: string;
  readonly schedules: readonly DayHours[];
  /** Absent in what was stored before there were assistants. */
  readonly promptId?: string | null | undefined;
  readonly integrationId?: string | null | undefined;
}
export interface SetUpOption extends FileFields {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly option: string;
  readonly queueId: string;
  readonly parentId: string | null;
  /** Absent in what was stored before there were actions. */
  readonly action?: Integration | 'none' | undefined;
}
export interface SetUpConnection {
  readonly greetingMessage: string;
  readonly outOfHoursMessage: string;
  readonly queueIds: readonly string[];
}

/** What a company has set up, as far as the bot is concerned: stored, or a draft of it. */
export interface BotSetup {
  /** The company's settings, as they are stored. */
  readonly settings: Readonly<Record<string, string>>;
  readonly timeZone: string;
  /** The company's hours. */
  readonly schedules: readonly DayHours[];
  readonly queues: readonly SetUpQueue[];
  readonly options: readonly SetUpOption[];
  /** By the ids that queues and options name. */
  readonly files: ReadonlyMap<string, Media>;
}

/** When it is: an instant, or whether it is open then, for whoever tries both. */
export type When = Date | boolean;

const places = (options: readonly SetUpOption[]): Map<string, SetUpOption[]> =>
  Map.groupBy(
    [...options].sort((a, b) => Number(a.option) - Number(b.option) || (a.id < b.id ? -1 : 1)),
    ({ queueId, parentId }) => parentId ?? queueId,
  );

/** Returns which of two queues stands first in the menu: by `orderQueue`, those without one last, then by name. */
const byOrder = (a: SetUpQueue, b: SetUpQueue): number =>
  (a.orderQueue ?? Number.POSITIVE_INFINITY) - (b.orderQueue ?? Number.POSITIVE_INFINITY) || byName(a, b);

const isOpen = (hours: readonly DayHours[], when: When, timeZone: string): boolean =>
  typeof when === 'boolean' ? when : isOpenAt(hours, when, timeZone);

/** Returns the queues that a connection offers, in no order. */
export function queuesOf({ queues }: Pick<BotSetup, 'queues'>, connection: SetUpConnection | undefined) {
  return queues.filter(({ id }) => connection?.queueIds.includes(id));
}

/** Whether the company works then, where it has hours as a whole. */
export function isCompanyOpen({ settings, schedules, timeZone }: BotSetup, when: When): boolean {
  return settingValue(settings, 'scheduleType') !== 'company' || isOpen(schedules, when, timeZone);
}

/** Returns who answers in a queue. Where both are chosen the integration does: it may ask a model itself. */
function assistantOf({ promptId, integrationId }: SetUpQueue): BotQueue['assistant'] {
  if (integrationId) return { promptId: null, integrationId };
  return promptId ? { promptId, integrationId: null } : undefined;
}

/** Returns what the bot of a connection may say then, but for whom it speaks with. */
export function composeScript(
  setup: BotSetup,
  connection: SetUpConnection | undefined,
  when: When,
): Omit<BotScript, 'values'> {
  const { settings, timeZone, options, files } = setup;
  const kind = settingValue(settings, 'scheduleType');
  const inside = places(options);
  const fileOf = ({ mediaPath }: FileFields) => (mediaPath === null ? undefined : files.get(mediaPath));
  const optionsIn = (id: string): readonly BotOption[] =>
    (inside.get(id) ?? []).map((option) => ({
      id: option.id,
      title: option.title,
      message: option.message,
      file: fileOf(option),
      ...(option.action !== undefined && option.action !== 'none' && { action: option.action }),
      options: optionsIn(option.id),
    }));
  const botQueue = (queue: SetUpQueue): BotQueue => ({
    id: queue.id,
    title: queue.name,
    message: queue.greetingMessage,
    outOfHours: queue.outOfHoursMessage,
    isOpen: kind !== 'queue' || isOpen(queue.schedules, when, timeZone),
    file: fileOf(queue),
    options: optionsIn(queue.id),
    assistant: assistantOf(queue),
  });
  return {
    greeting: connection?.greetingMessage ?? '',
    outOfHours: connection?.outOfHoursMessage ?? '',
    isOpen: isCompanyOpen(setup, when),
    menuForOne: settingValue(settings, 'sendGreetingMessageOneQueues') === 'enabled',
    queues: queuesOf(setup, connection).toSorted(byOrder).map(botQueue),
  };
}
