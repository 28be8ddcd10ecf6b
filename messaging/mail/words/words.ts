/** The words of every letter in three languages, and by which values their gaps are filled. */

export const mailLanguages = ['pt', 'en', 'es'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** What each letter says, by its values' names in braces. Paragraphs; one that is only `{code}` or `{link}` stands out. */
export interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}
export type InLanguages = Readonly<Record<MailLanguage, Words>>;
