/** A text in the languages of the screens. */
export interface Texts {
  readonly pt: string;
  readonly en: string;
  readonly es: string;
}

export const texts = (pt: string, en: string, es: string): Texts => ({ pt, en, es });
