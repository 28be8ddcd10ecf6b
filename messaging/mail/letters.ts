import { letterHtml } from './letter-html.ts';

export const mailLanguages = ['pt', 'en', 'es'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** What each letter says, by its values' names in braces. Paragraphs; one that is only `{code}` or `{link}` stands out. */
interface Words {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}
type InLanguages = Readonly<Record<MailLanguage, Words>>;

const letters = {
  /** A code to set a new password with. */
  resetCode: {
    pt: {
      subject: 'Código para redefinir a senha: {code}',
      paragraphs: [
        'Olá, {name}!',
        'Alguém, talvez você, pediu para redefinir a senha desta conta no Balcão. O código é:',
        '{code}',
        'Ele vale por {minutes} minutos e por poucas tentativas.',
        'Se não foi você, não é preciso fazer nada: a senha continua a mesma. Não passe este código a ninguém.',
      ],
    },
    en: {
      subject: 'Code to reset your password: {code}',
      paragraphs: [
        'Hello, {name}!',
        'Somebody, maybe you, asked to reset the password of this account at Balcão. The code is:',
        '{code}',
        'It is good for {minutes} minutes and for a few tries.',
        'If it was not you, there is nothing to do: the password stays as it is. Give this code to nobody.',
      ],
    },
    es: {
      subject: 'Código para restablecer la contraseña: {code}',
      paragraphs: [
        '¡Hola, {name}!',
        'Alguien, quizás usted, pidió restablecer la contraseña de esta cuenta en Balcão. El código es:',
        '{code}',
        'Vale por {minutes} minutos y por pocos intentos.',
        'Si no fue usted, no hace falta hacer nada: la contraseña sigue igual. No dé este código a nadie.',
      ],
    },
  },
  /** The password is another one since a moment ago. */
  passwordChanged: {
    pt: {
      subject: 'A senha da sua conta mudou',
      paragraphs: [
        'Olá, {name}!',
        'A senha desta conta no Balcão foi redefinida com um código enviado a este e-mail, e as sessões abertas foram encerradas.',
        'Se não foi você, redefina a senha agora e avise quem administra o Balcão na sua empresa.',
        '{link}',
      ],
    },
    en: {
      subject: 'The password of your account has changed',
      paragraphs: [
        'Hello, {name}!',
        'The password of this account at Balcão was reset with a code sent to this address, and open sessions were ended.',
        'If it was not you, reset the password now and tell whoever manages Balcão in your company.',
        '{link}',
      ],
    },
    es: {
      subject: 'La contraseña de su cuenta cambió',
      paragraphs: [
        '¡Hola, {name}!',
        'La contraseña de esta cuenta en Balcão se restableció con un código enviado a este correo, y las sesiones abiertas se cerraron.',
        'Si no fue usted, restablezca la contraseña ahora y avise a quien administra Balcão en su empresa.',
        '{link}',
      ],
    },
  },
  /** Somebody signed in on a device that the account was not known on. */
  newLogin: {
    pt: {
      subject: 'Novo acesso à sua conta',
      paragraphs: [
        'Olá, {name}!',
        'Sua conta no Balcão foi acessada em {at}, de um aparelho em que ainda não tinha sido usada ({device}).',
        'Se foi você, não é preciso fazer nada. Se não foi, troque a senha agora:',
        '{link}',
      ],
    },
    en: {
      subject: 'New sign-in to your account',
      paragraphs: [
        'Hello, {name}!',
        'Your account at Balcão was signed in to at {at}, on a device it had not been used on before ({device}).',
        'If it was you, there is nothing to do. If not, change the password now:',
        '{link}',
      ],
    },
    es: {
      subject: 'Nuevo acceso a su cuenta',
      paragraphs: [
        '¡Hola, {name}!',
        'Su cuenta en Balcão se abrió a las {at}, en un dispositivo en el que aún no se había usado ({device}).',
        'Si fue usted, no hace falta hacer nada. Si no, cambie la contraseña ahora:',
        '{link}',
      ],
    },
  },
} as const satisfies Readonly<Record<string, InLanguages>>;

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

/** Control characters would end a header; whatever a person is called stays on its line. */
const line = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Returns subject and both bodies, in one language. */
export function writeLetter<L extends Letter>(
  letter: L,
  language: MailLanguage,
  values: LetterValues<L>,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { subject, paragraphs } = wordsOf(letter, language);
  const filled = (words: string) =>
    words.replace(/\{(\w+)\}/g, (_, name: string) => line((values as Record<string, string>)[name] ?? ''));
  // A link that nobody knows leaves no gap.
  const said = paragraphs
    .map((words) => ({ words: filled(words), stands: /^\{(code|link)\}$/.exec(words)?.[1] }))
    .filter(({ words }) => words !== '');
  return {
    subject: filled(subject),
    text: `${said.map(({ words }) => words).join('\n\n')}\n\n-- \nBalcão\n`,
    html: letterHtml(language, filled(subject), said),
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
