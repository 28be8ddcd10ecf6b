import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { anInvoice, aPlan, ownPlan } from './fixtures.ts';
import { InvoiceList } from './invoice-list.tsx';
import { messages } from './messages/pt.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const large = aPlan('large', { name: 'Profissional', value: 349.9 });
const basic = aPlan('basic', { name: 'Básico', value: 99, useCampaigns: false, useKanban: false });
const lost = 'Você deixa de ter: campanhas, kanban';
const changes = 'O plano muda quando o pagamento é confirmado.';
const billing = {
  ...{ firstName: 'Ana', lastName: '', address: '', address2: 'Rua A, 1', city: 'São Paulo', state: 'SP' },
  ...{ zipcode: '01001-000', country: 'BR' },
};

/** Opens the checkout of an invoice that was priced to a plan, where the company has another, at its second step. */
async function openPlans(priced: typeof basic, offered: readonly (typeof basic)[]) {
  const invoice = anInvoice(1, {
    ...{ status: 'open', paidAt: null, planId: priced.id, planName: priced.name, value: priced.value },
  });
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(
      String(url).includes('/plans/list')
        ? offered
        : { invoices: [invoice], count: 1, hasMore: false, plan: ownPlan(large) },
    ),
  );
  const i18n = await createI18n([]);
  await addMessages('billing', async () => messages);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <InvoiceList payer timeZone={undefined} billing={billing} onRenewed={() => {}} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Pagar a fatura 1/ }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Próximo' }));
  await dialog.findAllByRole('radio');
  /** The words beside each choice, and which of them is made. */
  const choices = () =>
    dialog
      .getAllByRole<HTMLInputElement>('radio')
      .map((one) => [one.checked, one.closest('label')!.textContent!] as const);
  const review = async (name: RegExp) => {
    fireEvent.click(dialog.getByRole('radio', { name }));
    fireEvent.click(dialog.getByRole('button', { name: 'Próximo' }));
    await dialog.findByText('Pix');
  };
  return { dialog, choices, review };
}

test('a plan that was chosen before and not paid for still says what the company would have no more', async () => {
  const { dialog, choices, review } = await openPlans(basic, [basic, large]);
  const [[isBasic, ofBasic], [, ofLarge]] = choices() as [[boolean, string], [boolean, string]];
  expect(isBasic).toBe(true);
  expect(ofBasic).toContain(lost);
  expect(ofBasic).not.toContain('plano atual');
  expect(ofLarge).toMatch(/^Profissional plano atual/);
  await review(/^Básico/);
  dialog.getByText(lost);
  dialog.getByText(changes);
  dialog.getByRole('heading', { name: /^Pagar R\$\s99,00$/ });
});

test('the company’s own plan may be taken again, at its own price, and nothing changes by it', async () => {
  const { dialog, review } = await openPlans(basic, [basic, large]);
  await review(/^Profissional/);
  expect(dialog.queryByText(lost)).toBeNull();
  expect(dialog.queryByText(changes)).toBeNull();
  dialog.getByRole('heading', { name: /^Pagar R\$\s349,90$/ });
});

test.each([
  ['priced to it', large],
  ['priced to another', basic],
])(
  'a company whose plan is not offered is warned of others, and may keep it: of an invoice %s',
  async (_what, priced) => {
    const { dialog, choices, review } = await openPlans(priced, [basic]);
    expect(choices().map(([, words]) => words.slice(0, 24))).toEqual([
      'Profissional plano atual',
      expect.stringMatching(/^Básico 3 us/),
    ]);
    expect(choices()[1]![1]).toContain(lost);
    await review(/^Básico/);
    dialog.getByText(lost);
    dialog.getByText(changes);
    fireEvent.click(dialog.getByRole('button', { name: 'Voltar' }));
    await review(/^Profissional/);
    expect(dialog.queryByText(lost)).toBeNull();
    dialog.getByRole('heading', { name: /^Pagar R\$\s349,90$/ });
  },
);

test('a plan that was chosen before and is offered no more can be paid for, and left', async () => {
  const { dialog, choices, review } = await openPlans(basic, [large]);
  expect(choices().map(([isChosen, words]) => [isChosen, words.split(' ')[0]])).toEqual([
    [true, 'Básico'],
    [false, 'Profissional'],
  ]);
  await review(/^Básico/);
  dialog.getByText(changes);
  dialog.getByRole('heading', { name: /^Pagar R\$\s99,00$/ });
});
