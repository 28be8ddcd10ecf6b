import { act, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createI18n } from './i18n.ts';
import { LedHome } from './plan-page.tsx';

test('who may not see a page reads what comes in place of an empty page, and is led home after a second', async () => {
  const i18n = await createI18n([]);
  vi.useFakeTimers();
  render(
    <I18nContextProvider value={i18n}>
      <MemoryRouter initialEntries={['/companies']}>
        <Routes>
          <Route
            path="/companies"
            element={<LedHome said="errors.ERR_NO_PERMISSION" code="ERR_NO_PERMISSION" />}
          />
          <Route path="/" element="home" />
        </Routes>
      </MemoryRouter>
    </I18nContextProvider>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Voltando ao início…');
  act(() => vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
  expect(document.body.textContent).toContain('home');
});
