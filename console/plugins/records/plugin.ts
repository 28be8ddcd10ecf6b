import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../contract/changes.ts';
import type { Locale, Messages } from '../../shell/locale.ts';
import { definePlugin } from '../../shell/plugin.ts';
import { reloadSoon } from '../../shell/reload-soon.ts';
import { recordEntries } from './entries.ts';
import type { RecordEntry } from './entry.ts';

/** A record's queries are asked again a moment after it changed (react-admin's keys begin with the resource). */
const reload = (resource: string, cache: QueryClient): void =>
  reloadSoon(cache, [resource], {
    // A list that is read again would call rows fresh that it finds kept, as old as they are.
    before: () => cache.removeQueries({ queryKey: [resource, 'getOne'], type: 'inactive' }),
  });

const labels = async (locale: Locale): Promise<Messages> =>
  Object.fromEntries(recordEntries.map(({ name, label }) => [`records.${name}.plural`, label[locale]]));

const load = (entry: RecordEntry) => async () => {
  const [{ screenOf }, record, child, parts] = await Promise.all([
    import('./screen.tsx'),
    entry.record(),
    entry.child?.(),
    entry.parts?.() ?? {},
  ]);
  return { default: await screenOf({ entry, record, child, parts }) };
};
const tabs = recordEntries.filter(({ icon }) => icon === undefined);
const pages = recordEntries.filter((entry) => !tabs.includes(entry));

/** Route or tab, menu entry and live channel of every declared record: data and import() only. */
export const plugin = definePlugin({
  name: 'records',
  routes: pages.map((entry) => ({
    path: `${entry.path}/*` as const,
    rule: entry.rule,
    ...(entry.plan && { plan: entry.plan }),
    load: load(entry),
  })),
  slots: {
    'settings.tab': tabs.map((entry) => ({
      id: `records.${entry.path.slice('/settings/'.length)}`,
      label: `records.${entry.name}.plural`,
      order: entry.order,
      rule: entry.rule,
      load: load(entry),
    })),
  },
  menu: recordEntries.flatMap(({ name, path, icon, group, order, rule, plan }) =>
    icon === undefined
      ? []
      : {
          id: name,
          label: `records.${name}.plural`,
          to: path,
          icon,
          ...(group && { group }),
          order,
          rule,
          ...(plan && { plan }),
        },
  ),
  live: recordEntries.flatMap(({ scope, follows }) =>
    follows.map(({ channel, plural, rule }) => ({
      channel,
      rule,
      apply: (_change: Change, cache: QueryClient) => reload(plural, cache),
      ...(scope === 'platform' && {
        ready: (cache: QueryClient) => reload(plural, cache),
        unkept: true as const,
      }),
    })),
  ),
  messages: { pt: () => labels('pt'), en: () => labels('en'), es: () => labels('es') },
});
