import { createInstance, type i18n as I18n } from 'i18next';
import { type I18nProvider, useI18nProvider, useTranslate } from 'ra-core';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { channelMessages } from './channels.ts';
import { type Locale, locales, type MessageKey, type Messages } from './locale.ts';
import type { Plugin } from './plugin.ts';
import { readStored, store } from './storage.ts';

export const localeNames: Readonly<Record<Locale, string>> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
};
/** For Intl: what each language of ours is called there. */
export const intlLocale: Readonly<Record<Locale, string>> = { pt: 'pt-BR', en: 'en-GB', es: 'es' };

const isLocale = (value: string | null): value is Locale =>
  (locales as readonly string[]).includes(value ?? '');

/** Returns the language chosen before, or Portuguese. */
export const chosenLocale = (): Locale => {
  const held = readStored('locale');
  return isLocale(held) ? held : 'pt';
};

const shellMessages: Record<Locale, () => Promise<{ messages: Messages }>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};

/** Resolves with the texts of the shell and of every plugin in one language. */
export const loadMessages = async (locale: Locale, plugins: readonly Plugin[]): Promise<Messages> => {
  const [shell, ...others] = await Promise.all([
    shellMessages[locale]().then((module) => module.messages),
    ...plugins.map((plugin) => plugin.messages[locale]()),
  ]);
  return Object.assign({}, channelMessages(locale), ...others, shell) as Messages;
};

/**
 * Returns 'one |||| many' as i18next's plurals. `_zero` because Portuguese counts nought as one there ('0 resultado'),
 * which nobody in Brazil writes.
 */
const plurals = (messages: Messages): Record<string, string> =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([key, text]): [string, string][] => {
      const [one, many] = text.split('||||').map((part) => part.trim());
      if (one === undefined || many === undefined) return [[key, text]];
      return [
        [key, one],
        [`${key}_zero`, many],
        [`${key}_one`, one],
        [`${key}_other`, many],
      ];
    }),
  );

/** Texts that come with a part of the console that is loaded when it is opened. */
export type LateMessages = (locale: Locale) => Promise<Messages> | Messages;
const lateMessages = new Map<string, LateMessages>();

/** The language whose texts are there. */
const shownLocale = createStore<{ readonly locale: string }>(() => ({ locale: chosenLocale() }));
export const useShownLocale = (): string => useStore(shownLocale, ({ locale }) => locale);

let translator: I18n | undefined;
let provider: I18nProvider | undefined;

const add = (locale: string, messages: Messages): void => {
  translator?.addResourceBundle(locale, 'translation', plurals(messages), false, true);
};

/** Resolves when they are there in the present language; one that is chosen later waits for them. `name`: known once. */
export const addMessages = async (name: string, load: LateMessages): Promise<void> => {
  lateMessages.set(name, load);
  const locale = (translator?.language ?? 'pt') as Locale;
  add(locale, await load(locale));
};

/**
 * Returns what holds a part of a plugin back until the plugin's own texts are there: the first load has the menu's alone.
 * `own`: a file a language.
 */
export const lateTexts =
  (name: string, own: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>>) =>
  async <T>(part: Promise<T>): Promise<T> => {
    const texts = addMessages(name, async (locale) => (await own[locale]()).messages);
    return (await Promise.all([part, texts]))[0];
  };

/** Resolves when the chosen language is there; the others load when they are chosen. */
export const createI18n = async (plugins: readonly Plugin[]): Promise<I18nProvider> => {
  const initial = chosenLocale();
  const instance = createInstance();
  translator = instance;
  await instance.init({
    lng: initial,
    resources: { [initial]: { translation: plurals(await loadMessages(initial, plugins)) } },
    // Flat, dotted keys, with the interpolation of react-admin's own texts; React escapes what it draws.
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: true,
    interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
  });
  for (const load of lateMessages.values()) add(initial, await load(initial));
  document.documentElement.lang = intlLocale[initial];
  shownLocale.setState({ locale: initial });
  const ours: I18nProvider = {
    translate: (key, { _, smart_count, ...values } = {}) =>
      String(
        instance.t(key, {
          ...values,
          ...(smart_count !== undefined && { smart_count, count: Number(smart_count) }),
          defaultValue: _ ?? key,
        }),
      ),
    changeLocale: async (locale) => {
      if (!instance.hasResourceBundle(locale, 'translation'))
        add(locale, await loadMessages(locale as Locale, plugins));
      for (const load of lateMessages.values()) add(locale, await load(locale as Locale));
      await instance.changeLanguage(locale);
      store('locale', locale);
      document.documentElement.lang = intlLocale[locale as Locale];
      shownLocale.setState({ locale });
    },
    getLocale: () => instance.language,
    getLocales: () => locales.map((locale) => ({ locale, name: localeNames[locale] })),
  };
  provider = ours;
  return ours;
};

/**
 * Returns a text in the present language outside React (toasts, command results). `_` is the text when the key is
 * unknown.
 */
export const translate = (key: MessageKey, values?: Record<string, unknown>): string =>
  provider === undefined ? String(values?._ ?? key) : provider.translate(key, values);

/** Returns what gives a text: `t('tickets.title')`, `t('tickets.queues.some', { smart_count: 3 })`. */
export const useT = (): ((key: MessageKey, values?: Record<string, unknown>) => string) => useTranslate();

export const useLocale = (): Locale => {
  const locale = useI18nProvider().getLocale();
  return isLocale(locale) ? locale : 'pt';
};
export const useSetLocale = (): ((locale: Locale) => void) => {
  const { changeLocale } = useI18nProvider();
  return (locale) => void changeLocale(locale);
};
