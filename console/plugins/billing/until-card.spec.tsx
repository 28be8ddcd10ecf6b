import { render, screen } from '@testing-library/react';
import { addDays } from 'date-fns/addDays';
import { beforeAll, expect, test, vi } from 'vitest';
import type { CompanyView } from '../../../contract/company.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { messages } from './messages/pt.ts';
import { UntilCard } from './until-card.tsx';

vi.mock('../../shell/i18n.ts', async (original) => {
  const i18n = await original<typeof import('../../shell/i18n.ts')>();
  return { ...i18n, useT: () => i18n.translate };
});

beforeAll(async () => {
  localStorage.setItem('locale', 'pt');
  await createI18n([]);
  await addMessages('billing', async () => messages);
});

/** The labels above the line of months of a company that is paid for so many days from today. */
function labelsOf(days: number): readonly (string | null)[] {
  const dueDate = addDays(new Date(), days).toISOString().slice(0, 10);
  const company = { dueDate, plan: null, trial: false, email: '', timeZone: 'UTC' } as CompanyView;
  const { container, unmount } = render(<UntilCard company={company} next={undefined} />);
  expect(screen.getByRole('heading').textContent).toContain(dueDate.slice(0, 4));
  const labels = Array.from(container.querySelectorAll('ol b'), (label) => label.textContent);
  unmount();
  return labels;
}

test.each([-40, -10, -3, 3, 10, 40])(
  '%i days ahead, the last day is named where it is clear of today',
  (days) => {
    const labels = labelsOf(days);
    expect(labels).toContain('hoje');
    expect(labels).toHaveLength(Math.abs(days) > 20 ? 2 : 1);
  },
);

test.each([
  [{ dueDate: null, trial: false }, 'Vencimento', 'Sem vencimento'],
  [{ dueDate: '2026-12-30', trial: false }, 'Pago até', '30 '],
  [{ dueDate: '2026-12-30', trial: true }, 'Em teste até', '30 '],
])('a company of %j reads %s: %s', (of, label, said) => {
  const company = { ...of, plan: null, email: '', timeZone: 'UTC' } as CompanyView;
  const { unmount } = render(<UntilCard company={company} next={undefined} />);
  const card = screen.getByRole('region', { name: label });
  expect(card.textContent).toContain(`${label}${said}`);
  unmount();
});
