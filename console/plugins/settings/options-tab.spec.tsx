import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../contract/user.ts';
import { admin } from '../../../testing/admin.ts';
import { addMessages, createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { messages } from './messages/pt.ts';
import { OptionsTab } from './options-tab.tsx';
import { plugin } from './plugin.ts';

// Four hundred time zones to choose from take seconds to draw.
vi.hoisted(() => Object.assign(Intl, { supportedValuesOf: () => [] }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Returns the names of what somebody can choose among the options. */
async function optionsOf(user: SessionUserView) {
  vi.stubGlobal('fetch', async () => Response.json([]));
  beginSession(user, 'a token');
  const i18n = await createI18n([plugin]);
  await addMessages('settings', async () => messages);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <OptionsTab />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Avaliações');
  return [...document.querySelectorAll('select')].map((field) => field.getAttribute('aria-label'));
}

test('the settings of the platform stand below the company’s, for super users alone', async () => {
  const ofPlatform = ['Permitir cadastro', 'Mostrar o cadastro na entrada', 'Dias de teste'];
  const ofCompany = await optionsOf(admin);
  for (const name of ofPlatform) expect(ofCompany).not.toContain(name);
  cleanup();
  expect(await optionsOf({ ...admin, super: true })).toEqual([...ofCompany, ...ofPlatform]);
});
