import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { planFlags } from '../../domain/company/events.ts';
import { showScreen } from '../../testing/screen.tsx';
import { record } from './record.ts';

afterEach(cleanup);

test('the list shows a plan’s price as money, its limits, and whether visitors may choose it', async () => {
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, true]));
  const plan = {
    id: 'p1',
    number: 1,
    name: 'Profissional',
    value: 1349.9,
    users: 10,
    connections: 7,
    queues: 12,
  };
  await showScreen(
    { entry: { path: '/settings/plans' }, record, child: undefined, parts: {} },
    { getList: async () => ({ data: [{ ...plan, ...flags, useInternal: true }], total: 1 }) as never },
  );
  const cells = within((await screen.findByText('Profissional')).closest('tr') as HTMLElement).getAllByRole(
    'cell',
  );
  expect(cells.map((one) => one.textContent)).toEqual([
    '',
    '1',
    'Profissional',
    '1.349,90',
    '10',
    '7',
    '12',
    '',
    '',
  ]);
  expect(within(cells[7]!).getByRole('img').getAttribute('aria-label')).toBe('Público no cadastro');
});
