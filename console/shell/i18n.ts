import { type I18nProvider, type TranslationMessages, useLocaleState, useTranslate } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { channelMessages } from './channels.ts';
import type { Plugin } from './plugin.ts';
import { store, stored } from './storage.ts';

export const locales = ['pt', 'en', 'es'] as const;
export type Locale = (typeof locales)[number];
/** A key of the messages (`tickets.menu`). */
export type MessageKey = string;
export type Messages = Readonly<Record<MessageKey, string>>;
export const localeNames: Readonly<Record<Locale, string>> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
};
/** For Intl: what each language of ours is called there. */
export const intlLocale: Readonly<Record<Locale, string>> = { pt: 'pt-BR', en: 'en-GB', es: 'es' };

const isLocale = (value: string | null): value is Locale =>
  (locales as readonly string[]).includes(value ?? '');

/** The one chosen before, or Portuguese. */
export const chosenLocale = (): Locale => {
  const held = stored('locale');
  return isLocale(held) ? held : 'pt';
};

const shellMessages: Record<Locale, () => Promise<{ messages: Messages }>> = {
  pt: () => import('./messages/pt.ts'),
  en: () => import('./messages/en.ts'),
  es: () => import('./messages/es.ts'),
};

/** Texts of the shell and of every plugin in one language. */
export const loadMessages = async (locale: Locale, plugins: readonly Plugin[]): Promise<Messages> => {
  const [shell, ...others] = await Promise.all([
    shellMessages[locale]().then((module) => module.messages),
    ...plugins.map((plugin) => plugin.messages[locale]()),
  ]);
  return Object.assign({}, channelMessages(locale), ...others, shell) as Messages;
};

let provider: I18nProvider | undefined;

/** Waits for the chosen language only; the others load when they are chosen. */
export const createI18n = async (plugins: readonly Plugin[]): Promise<I18nProvider> => {
  const initial = chosenLocale();
  const first = await loadMessages(initial, plugins);
  const base = polyglotI18nProvider(
    // Flat, dotted keys: the library's type knows nested ones only.
    (locale) =>
      (locale === initial
        ? first
        : loadMessages(locale as Locale, plugins)) as unknown as TranslationMessages,
    initial,
    locales.map((locale) => ({ locale, name: localeNames[locale] })),
    { onMissingKey: (key: string) => key },
  );
  document.documentElement.lang = intlLocale[initial];
  provider = {
    ...base,
    changeLocale: async (locale, options) => {
      await base.changeLocale(locale, options);
      store('locale', locale);
      document.documentElement.lang = intlLocale[locale as Locale];
    },
  };
  return provider;
};

/** The present language outside React (toasts, command results). `_` is the text when the key is unknown. */
export const translate = (key: MessageKey, values?: Record<string, unknown>): string =>
  provider === undefined ? String(values?._ ?? key) : provider.translate(key, values);

/** `t('tickets.title')`, `t('tickets.queues.some', { smart_count: 3 })`. */
export const useT = (): ((key: MessageKey, values?: Record<string, unknown>) => string) => useTranslate();

export const useLocale = (): Locale => {
  const [locale] = useLocaleState();
  return isLocale(locale) ? locale : 'pt';
};
export const useSetLocale = (): ((locale: Locale) => void) => useLocaleState()[1];
