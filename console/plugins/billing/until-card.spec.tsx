import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
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
afterEach(cleanup);

test.each([
  [{ users: 3, connections: 1, queues: 2 }, '3 usuários · 1 conexão · 2 filas'],
  [{ users: 3 }, '3 usuários · conexões sem limite · filas sem limite'],
  [{}, 'usuários, conexões e filas sem limite'],
])('what the plan includes is said, what it does not limit too: %j', (limits, said) => {
  const plan = { id: 'p1', name: 'Básico', value: 99, limits };
  const company = { dueDate: null, plan, trial: false, email: '', timeZone: 'America/Sao_Paulo' };
  render(<UntilCard company={company as unknown as CompanyView} next={undefined} />);
  expect(screen.getByText('Inclui').nextElementSibling?.textContent).toBe(said);
});
