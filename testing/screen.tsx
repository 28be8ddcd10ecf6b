import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router';
import type { Declared } from '../console/plugins/records/declared.ts';
import { plugin } from '../console/plugins/records/plugin.ts';
import { screenOf } from '../console/plugins/records/screen.tsx';
import { createI18n } from '../console/shell/i18n.ts';
import { beginSession } from '../console/shell/session-store.ts';
import { theme } from '../console/shell/theme.ts';
import { Toasts } from '../console/shell/ui/toasts.tsx';
import type { SessionUserView } from '../contract/user.ts';
import { admin } from './admin.ts';

interface Shown {
  readonly user?: SessionUserView;
  /** Of the company. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly routes?: ReactNode;
}

/** Resolves with what keeps the rows: shows a record's generated screen over a provider of the test's own, at the address of its list. */
export const showScreen = async (
  declared: Declared,
  provider: Partial<DataProvider>,
  { user = admin, settings = {}, routes = null }: Shown = {},
) => {
  const chosen = Object.entries(settings).map(([key, value]) => ({ key, value }));
  beginSession(
    { ...user, company: { ...user.company, settings: [...user.company.settings, ...chosen] } },
    'a token',
  );
  const i18n = await createI18n([plugin]);
  const Screen = await screenOf(declared);
  const { path } = declared.entry;
  const queryClient = new QueryClient();
  const shown = (
    <CoreAdminContext dataProvider={provider as DataProvider} i18nProvider={i18n} queryClient={queryClient}>
      <ThemeProvider theme={theme}>
        <Routes>
          <Route path={`${path}/*`} element={<Screen />} />
          {routes}
        </Routes>
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  );
  // A data router, as the console has: forms ask before they are left.
  const router = createMemoryRouter([{ path: '*', element: shown }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { queryClient };
};
