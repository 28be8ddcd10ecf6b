import { letterHtml } from './letter-html.ts';
import { accountLetters } from './words/account.ts';
import { billingLetters } from './words/billing.ts';
import { webhookLetters } from './words/webhooks.ts';
import { welcomeLetters } from './words/welcome.ts';
import { type MailLanguage, mailLanguages, type Words } from './words/words.ts';

export { type MailLanguage, mailLanguages } from './words/words.ts';

const letters = { ...accountLetters, ...welcomeLetters, ...billingLetters, ...webhookLetters } as const;

export type Letter = keyof typeof letters;
export const letterNames = Object.keys(letters) as readonly Letter[];

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type WordsOf<L extends Letter> = (typeof letters)[L]['pt'];
/** The values that a letter needs, by the names in its own words. */
export type LetterValues<L extends Letter> = Readonly<
  Record<NamesIn<WordsOf<L>['subject'] | WordsOf<L>['paragraphs'][number]>, string>
>;

/** Returns the words of a letter as they were written, for the check that all languages say the same. */
export const wordsOf = (letter: Letter, language: MailLanguage): Words => letters[letter][language];

/** Returns the text on one line: control characters would end a header, whatever a person is called. */
const line = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Returns subject and both bodies, in one language. */
export function writeLetter<L extends Letter>(
  letter: L,
  language: MailLanguage,
  values: LetterValues<L>,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { subject, paragraphs } = wordsOf(letter, language);
  const fillIn = (words: string) =>
    words.replace(/\{(\w+)\}/g, (_, name: string) => line((values as Record<string, string>)[name] ?? ''));
  // A link that nobody knows leaves no gap.
  const said = paragraphs
    .map((words) => ({ words: fillIn(words), stands: /^\{(code|link)\}$/.exec(words)?.[1] }))
    .filter(({ words }) => words !== '');
  return {
    subject: fillIn(subject),
    text: `${said.map(({ words }) => words).join('\n\n')}\n\n-- \nBalcão\n`,
    html: letterHtml(language, fillIn(subject), said),
  };
}

/** Returns the language of whoever asks, of those that letters are written in; Portuguese where theirs is none of them. */
export function languageOf(acceptLanguage: string | undefined): MailLanguage {
  const wanted = (acceptLanguage ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return (
    mailLanguages.find(
      (language) => language === wanted.find((one) => mailLanguages.some((known) => known === one)),
    ) ?? 'pt'
  );
}
