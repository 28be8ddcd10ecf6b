import { globSync } from 'node:fs';
import { join } from 'node:path';

export const locales = ['pt', 'en', 'es'] as const;
export type Locale = (typeof locales)[number];
type Texts = Readonly<Record<Locale, string>>;

const root = join(import.meta.dirname, '../..');
const isTexts = (value: object): value is Texts =>
  locales.every((locale) => typeof (value as Record<string, unknown>)[locale] === 'string');

/** Returns what a declaration says to people, wherever in it: `texts('Fila', 'Queue', 'Cola')`. */
function textsIn(value: unknown, seen = new Set<object>()): readonly Texts[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return isTexts(value) ? [value] : Object.values(value).flatMap((part) => textsIn(part, seen));
}

/** Returns every text of the console, by language: `messages/*.ts` of its parts and what records declare. */
async function allTexts(): Promise<Readonly<Record<Locale, readonly (readonly [string, string])[]>>> {
  const records = await Promise.all(
    globSync('records/*/record.ts', { cwd: root }).map((path) => import(join(root, path))),
  );
  const declared = records.flatMap((module) => textsIn(module));
  const of = async (locale: Locale) => {
    const files = globSync(`{console,channels}/**/messages/${locale}.ts`, { cwd: root });
    const modules = (await Promise.all(files.map((path) => import(join(root, path))))) as {
      messages: Readonly<Record<string, string>>;
    }[];
    return [
      ...modules.flatMap(({ messages }) => Object.entries(messages)),
      ...declared.map((texts) => ['', texts[locale]] as const),
    ];
  };
  return { pt: await of('pt'), en: await of('en'), es: await of('es') };
}
let known: ReturnType<typeof allTexts> | undefined;

/** Returns the first words of the keys of all texts: `tickets` of `tickets.menu`. */
export async function namespaces(): Promise<readonly string[]> {
  known ??= allTexts();
  const found = (await known).pt.map(([key]) => key.split('.')[0] as string);
  return [...new Set(['ra', ...found])].filter((name) => name !== '');
}

/** Each language is called by its own name, in every language. */
const ownNames = ['Português', 'English', 'Español'];
/** What the demo's contacts bring along, in their own words (server/demo). */
const demoFields = ['Cidade', 'Código'];
const forms = (text: string): readonly string[] => text.split('||||').map((form) => form.trim());
const readers = new Map<Locale, Promise<(text: string) => boolean>>();

/**
 * Returns what tells whether somebody who chose `locale` reads a text of another language: one without values that
 * stands in another language's texts and in none of theirs.
 */
export function foreignTo(locale: Locale): Promise<(text: string) => boolean> {
  const made = async () => {
    known ??= allTexts();
    const texts = await known;
    const own = new Set([...ownNames, ...demoFields, ...texts[locale].flatMap(([, text]) => forms(text))]);
    const others = locales.filter((one) => one !== locale).flatMap((one) => texts[one]);
    const foreign = new Set(others.flatMap(([, text]) => forms(text)).filter((text) => !own.has(text)));
    return (text: string) => foreign.has(text);
  };
  const reader = readers.get(locale) ?? made();
  readers.set(locale, reader);
  return reader;
}
