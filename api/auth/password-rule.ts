import { DomainError } from '../../domain/errors.ts';
import { plainText } from '../../domain/text/plain.ts';
import { strengthOf } from './strength.ts';

export const shortestPassword = 8;
export const longestPassword = 50;
/** Fewer guesses than 10⁶ are made in a night. */
const weakest = 2;
/** What has to be left of a password without its owner's names. */
const mostlyOwn = 6;
/** Shorter ones stand in many words. */
const shortestWord = 4;

/** The product's own name is what people begin with. */
const ownNames = ['balcao'];

export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

const wordsOf = ({ name, email }: PasswordOwner): readonly string[] => {
  const [local = '', domain = ''] = email.split('@');
  const words = [
    plainText(name),
    plainText(email),
    plainText(local),
    ...plainText(name).split(/\s+/),
    ...plainText(local).split(/[._+-]+/),
  ];
  return [...new Set([...words, plainText(domain).split('.')[0] ?? ''])].filter(
    (word) => word.length >= shortestWord,
  );
};

/** Whether the person's names make up most of it. */
function isPersonal(password: string, words: readonly string[]): boolean {
  let rest = plainText(password);
  for (const word of words.toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '');
  return rest.length < Math.min(mostlyOwn, plainText(password).length);
}

/**
 * Returns why a password may not be set, as the code of a form's field; undefined: it may. Only new ones are asked
 * about: what was set under an older rule still signs in.
 */
export async function passwordProblem(
  password: string,
  owner: PasswordOwner,
): Promise<'tooShort' | 'tooLong' | 'tooPersonal' | 'tooCommon' | undefined> {
  if (password.length < shortestPassword) return 'tooShort';
  if (password.length > longestPassword) return 'tooLong';
  const words = wordsOf(owner);
  if (isPersonal(password, words)) return 'tooPersonal';
  if (isPersonal(password, ownNames)) return 'tooCommon';
  const score = await strengthOf(password, [...words, ...ownNames]);
  return score < weakest ? 'tooCommon' : undefined;
}

/** @throws ERR_VALIDATION naming the field `password` */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (problem)
    throw new DomainError('ERR_VALIDATION', 'Not a password that may be set', {
      errors: { password: problem },
    });
}
