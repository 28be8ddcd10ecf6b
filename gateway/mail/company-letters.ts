import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { createLink, daysOf } from '../../messaging/links.ts';
import { mailLanguageOf } from '../../messaging/mail/language.ts';
import type { Letter, LetterValues, MailLanguage } from '../../messaging/mail/letters.ts';
import { isPosted, postMail } from '../../messaging/mail/outbox.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';

export interface CompanyLettersDeps {
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly vault: Vault;
  /** Under which address people come here; absent: letters have no link. */
  readonly publicUrl: string | undefined;
}

type BillingLetter = 'invoiceIssued' | 'dueSoon' | 'dueToday' | 'overdue';
/** What stands in the letter besides who reads it, by language. */
type Own<L extends Letter> = (
  language: MailLanguage,
) => Omit<LetterValues<L>, 'name' | 'company' | 'link' | 'days'>;

const mostAdmins = 50;
const locales: Readonly<Record<MailLanguage, string>> = { pt: 'pt-BR', en: 'en', es: 'es' };

/** Returns a day (yyyy-MM-dd) as letters write it. */
const writtenDate = (day: string, language: MailLanguage): string =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: language === 'pt' ? 'short' : 'medium',
    timeZone: 'UTC',
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(/^(\d\d\/\d\d\/)(\d\d)$/, (_, dayAndMonth: string) => dayAndMonth + day.slice(0, 4));

const money = (cents: number, language: MailLanguage): string =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'BRL' })
    .format(cents / 100)
    .replace(/\u00a0/g, ' ');

/** Returns the letters that the admins of a company get about what it pays for, each with a link of their own to the invoices. */
export function createCompanyLetters({ readStore, state, vault, publicUrl }: CompanyLettersDeps) {
  /** Returns to how many it goes, or went. */
  async function post<L extends BillingLetter>(
    companyId: string,
    id: string,
    letter: L,
    own: Own<L>,
  ): Promise<number> {
    const reader = readStore.forCompany(companyId);
    const company = await reader.get<CompanyDocument>('companies', companyId);
    if (!company) return 0;
    const admins = await reader.find<UserDocument>('users', {
      where: { profile: 'admin' },
      limit: mostAdmins,
    });
    for (const user of admins) {
      const mailId = `${id}-${user.id}`;
      if (await isPosted(state, mailId)) continue;
      const language = await mailLanguageOf(state, user.id);
      const token = publicUrl === undefined ? '' : await createLink(state, 'billing', user);
      await postMail(
        { state, vault },
        {
          id: mailId,
          to: user.email,
          letter,
          language,
          values: {
            name: user.name,
            company: company.name,
            days: daysOf('billing'),
            link: publicUrl === undefined ? '' : `${publicUrl}/faturas/${token}`,
            ...own(language),
          } as unknown as LetterValues<L>,
        },
      );
    }
    return admins.length;
  }

  return {
    /** Once an invoice and admin, however often it is asked for. Returns to how many it goes. */
    invoiceIssued: (invoice: {
      readonly companyId: string;
      readonly invoiceId: string;
      /** yyyy-MM-dd */
      readonly dueDate: string;
      readonly valueCents: number;
    }): Promise<number> =>
      post(invoice.companyId, `invoice-${invoice.invoiceId}`, 'invoiceIssued', (language) => ({
        value: money(invoice.valueCents, language),
        date: writtenDate(invoice.dueDate, language),
      })),
    /** Once a company, due date and kind of notice. */
    dueNotice: (companyId: string, dueDate: string, letter: Exclude<BillingLetter, 'invoiceIssued'>) =>
      post(companyId, `${letter}-${companyId}-${dueDate}`, letter, (language) => ({
        date: writtenDate(dueDate, language),
      })),
  };
}
