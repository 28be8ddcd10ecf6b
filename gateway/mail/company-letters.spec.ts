import { expect, it } from 'vitest';
import { consumeLink } from '../../messaging/links.ts';
import { rememberLanguage } from '../../messaging/mail/language.ts';
import { mailSent, openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createVault } from '../secrets/vault.ts';
import { createCompanyLetters } from './company-letters.ts';

const vault = createVault('a secret of at least thirty-two characters');
const admins = [
  { id: 'bia', name: 'Bia', email: 'bia@example.org', passwordSetBy: 'p1' },
  { id: 'joe', name: 'Joe', email: 'joe@example.org' },
];
const reader = {
  get: async () => ({ name: 'Ateliê' }),
  find: async (_name: string, { where }: { where?: { profile?: string } }) =>
    where?.profile === 'admin' ? admins : [...admins, { id: 'eva', email: 'eva@example.org' }],
};
const invoice = { companyId: 'c1', invoiceId: 'i1', dueDate: '2026-12-05', valueCents: 34_900 };

const begin = () => {
  const state = createInMemoryStateStore();
  const letters = (publicUrl: string | undefined = 'https://desk.example.com') =>
    createCompanyLetters({ state, vault, publicUrl, readStore: { forCompany: () => reader as never } });
  const waiting = async () =>
    (await state.list<WaitingMail>(waitingMails)).map(({ key, value }) => openMail(vault, key, value));
  return { state, letters, waiting };
};

it('an invoice is told to the admins, each in their language, with a link of their own to the invoices', async () => {
  const { state, letters, waiting } = begin();
  await rememberLanguage(state, 'joe', 'en');
  await letters().invoiceIssued(invoice);
  const [one, other] = await waiting();
  expect([one?.to, one?.subject]).toEqual([
    'bia@example.org',
    'Nova fatura do Balcão: R$ 349,00, vence em 05/12/2026',
  ]);
  expect([other?.to, other?.subject]).toEqual([
    'joe@example.org',
    'New invoice from Balcão: R$349.00, due Dec 5, 2026',
  ]);
  const token = /https:\/\/desk\.example\.com\/faturas\/(\S+)/.exec(one?.text ?? '')?.[1] ?? '';
  expect(await consumeLink(state, 'signin', token)).toBeUndefined();
  expect(await consumeLink(state, 'billing', token)).toEqual({
    ...{ userId: 'bia', email: 'bia@example.org', passwordSetBy: 'p1' },
  });
  expect(await consumeLink(state, 'billing', token)).toBeUndefined();
});

it('asked for again, waiting or sent, it is the same letter, and no link more is made', async () => {
  const { state, letters, waiting } = begin();
  await letters().invoiceIssued(invoice);
  const before = await waiting();
  await letters().invoiceIssued(invoice);
  expect(await waiting()).toEqual(before);
  await mailSent(state, before[0]!.id);
  await letters().invoiceIssued(invoice);
  expect((await waiting()).map(({ to }) => to)).toEqual(['joe@example.org']);
  expect(await state.list('link/billing/')).toHaveLength(2);
});

it('where nobody said under which address people come here a letter has no link, and makes none', async () => {
  const { state, letters, waiting } = begin();
  const readStore = { forCompany: () => reader as never };
  await createCompanyLetters({ state, vault, publicUrl: undefined, readStore }).dueNotice(
    'c1',
    '2026-12-05',
    'dueToday',
  );
  expect((await waiting())[0]?.html).not.toContain('href');
  expect(await state.list('link/')).toEqual([]);
  await letters().dueNotice('c1', '2026-12-05', 'overdue');
  expect(
    (await waiting()).map(({ subject }) => subject).filter((one) => one.includes('venceu')),
  ).toHaveLength(2);
});
