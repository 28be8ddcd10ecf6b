import type { Declaration } from '../../../domain/records/declare.ts';
import type { Texts } from '../../../domain/texts.ts';
import type { LateMessages } from '../../shell/i18n.ts';
import type { Locale, Messages } from '../../shell/locale.ts';
import type { RecordParts } from './parts.ts';

/** Returns a declaration's own texts under the keys that react-admin and the kit look for. */
export const textsOf = (record: Declaration, locale: Locale): Messages => {
  const key = `resources.${record.plural}`;
  const { one, many: pluralTexts } = record.texts;
  const namedTexts: Readonly<Record<string, Texts>> = {
    ...(record.screen && {
      'action.create': record.screen.texts.create,
      'page.create': record.screen.texts.create,
      'page.edit': record.screen.texts.edit,
      search: record.screen.texts.search,
      saved: record.screen.texts.saved,
      deleted: record.screen.texts.deleted,
      ...(record.screen.texts.failed && { failed: record.screen.texts.failed }),
      'empty.title': record.screen.texts.empty.title,
      'empty.text': record.screen.texts.empty.text,
    }),
    ...Object.fromEntries(Object.entries(record.tabs ?? {}).map(([name, text]) => [`tabs.${name}`, text])),
  };
  return {
    [`${key}.name`]: `${one[locale]} |||| ${pluralTexts[locale]}`,
    [`${key}.forcedCaseName`]: `${one[locale]} |||| ${pluralTexts[locale]}`,
    ...Object.fromEntries(Object.entries(namedTexts).map(([name, text]) => [`${key}.${name}`, text[locale]])),
    ...Object.fromEntries(
      Object.entries(record.fields).flatMap(
        ([name, { label, help, missing, short, none, widget }]): [string, string][] => [
          [`${key}.fields.${name}`, label[locale]],
          ...(help ? [[`${key}.help.${name}`, help[locale]] as [string, string]] : []),
          ...(missing ? [[`${key}.missing.${name}`, missing[locale]] as [string, string]] : []),
          ...(short ? [[`${key}.short.${name}`, short[locale]] as [string, string]] : []),
          ...(none ? [[`${key}.none.${name}`, none[locale]] as [string, string]] : []),
          ...(widget.kind === 'select'
            ? widget.options.map((option): [string, string] => [
                `${key}.options.${name}.${String(option.value)}`,
                option.label[locale],
              ])
            : []),
        ],
      ),
    ),
  };
};

/** Returns the words of the parts that a record replaces. */
export const partTexts = (record: Declaration, parts: RecordParts, locale: Locale): Messages => ({
  ...Object.fromEntries(Object.entries(parts.texts ?? {}).map(([key, text]) => [key, text[locale]])),
  ...Object.fromEntries(
    (parts.tabs ?? []).map(({ id, label }) => [`resources.${record.plural}.tabs.${id}`, label[locale]]),
  ),
  ...(parts.created && {
    [`resources.${record.plural}.created`]: parts.created.text[locale],
    ...Object.fromEntries(
      parts.created.ways.map(({ to, label }) => [`resources.${record.plural}.way.${to}`, label[locale]]),
    ),
  }),
});

/** Texts of the kit and of react-admin's own components, in the language in use. */
const ownTexts: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};
export const kitMessages: LateMessages = (locale) => ownTexts[locale]().then(({ messages }) => messages);
