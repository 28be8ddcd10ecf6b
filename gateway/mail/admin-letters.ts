/** Letters that nobody asks for, to a company's admins about invoices and the due date, and the sending of all that wait. */

import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { mailLanguageOf } from '../../messaging/mail/language.ts';
import type { Letter, LetterValues, MailLanguage } from '../../messaging/mail/letters.ts';
import { isPosted, postMail } from '../../messaging/mail/outbox.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';

export interface AdminLettersDeps {
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly vault: Vault;
}

/** What stands in the letter besides who reads it and of which company. */
type Own<L extends Letter> = (
  language: MailLanguage,
  user: UserDocument,
) => Promise<Omit<LetterValues<L>, 'name' | 'company'>>;

const mostAdmins = 50;

/** Resolves with to how many admins of a company a letter goes, or went, in their language, once under its id. */
export async function postToAdmins<L extends Letter>(
  { readStore, state, vault }: AdminLettersDeps,
  { companyId, id, letter }: { readonly companyId: string; readonly id: string; readonly letter: L },
  ownLetter: Own<L>,
): Promise<number> {
  const reader = readStore.forCompany(companyId);
  const company = await reader.get<CompanyDocument>('companies', companyId);
  if (!company) return 0;
  const admins = await reader.find<UserDocument>('users', { where: { profile: 'admin' }, limit: mostAdmins });
  for (const user of admins) {
    const mailId = `${id}-${user.id}`;
    if (await isPosted(state, mailId)) continue;
    const language = await mailLanguageOf(state, user.id);
    const values = { name: user.name, company: company.name, ...(await ownLetter(language, user)) };
    await postMail(
      { state, vault },
      { id: mailId, to: user.email, letter, language, values: values as unknown as LetterValues<L> },
    );
  }
  return admins.length;
}
