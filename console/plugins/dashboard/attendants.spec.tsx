import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { Attendants } from './attendants.tsx';
import type { Attendant } from './data.ts';
import { plugin } from './plugin.ts';

afterEach(cleanup);

const attendant = (id: string, status: Attendant['status']): Attendant => ({
  ...{ id, name: id, status, online: status !== 'offline' },
  ...{ rating: null, conversations: 0, avgSupportTime: 0 },
});

test('who is away is connected, and not counted as on-line', async () => {
  const attendants = [
    attendant('Clara', 'online'),
    attendant('Ana', 'away'),
    attendant('Bruno', 'away'),
    attendant('Davi', 'offline'),
  ];
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <Attendants attendants={attendants} />
    </I18nContextProvider>,
  );
  expect(screen.getByText(/4 atendentes/).textContent).toBe('4 atendentes · 1 on-line');
});
