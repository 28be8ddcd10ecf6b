import { createLink, daysOf } from '../../messaging/links.ts';
import type { Letter, LetterValues, MailLanguage } from '../../messaging/mail/letters.ts';
import { type AdminLettersDeps, postToAdmins } from './admin-letters.ts';

export interface CompanyLettersDeps extends AdminLettersDeps {
  /** Under which address people come here; absent: letters have no link. */
  readonly publicUrl: string | undefined;
}

type BillingLetter = 'invoiceIssued' | 'dueSoon' | 'dueToday' | 'overdue';
/** What stands in the letter besides who reads it, by language. */
type Own<L extends Letter> = (
  language: MailLanguage,
) => Omit<LetterValues<L>, 'name' | 'company' | 'link' | 'days'>;

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
export function createCompanyLetters(deps: CompanyLettersDeps) {
  const { state, publicUrl } = deps;
  /** Returns to how many it goes, or went. */
  const post = <L extends BillingLetter>(
    companyId: string,
    id: string,
    letter: L,
    own: Own<L>,
  ): Promise<number> =>
    postToAdmins<L>(deps, { companyId, id, letter }, async (language, user) => {
      const token = publicUrl === undefined ? '' : await createLink(state, 'billing', user);
      const values = {
        days: daysOf('billing'),
        link: publicUrl === undefined ? '' : `${publicUrl}/faturas/${token}`,
        ...own(language),
      };
      return values as unknown as Omit<LetterValues<L>, 'name' | 'company'>;
    });

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
