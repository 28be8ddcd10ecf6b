/** Languages of the screens, and what texts in them look like: what plugins, channels and translation all speak of. */
export const locales = ['pt', 'en', 'es'] as const;
export type Locale = (typeof locales)[number];
/** A key of the messages (`tickets.menu`). */
export type MessageKey = string;
export type Messages = Readonly<Record<MessageKey, string>>;
