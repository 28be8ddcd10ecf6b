import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  AuthContext,
  DataProviderContext,
  I18nContext,
  type I18nProvider,
  memoryStore,
  StoreContextProvider,
} from 'ra-core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { ApiError } from './api.ts';
import { askAgain } from './ask-again.ts';
import { dataProvider } from './data-provider.ts';
import { fetchPage } from './fetch-ahead.ts';
import { useShownLocale, useT } from './i18n.ts';
import { AppRoutes } from './layout/routes.tsx';
import { onLineBack } from './live.ts';
import { authProvider, followTabs, loadSession, useSessionState } from './session.tsx';
import { readStored } from './storage.ts';
import { theme } from './theme.ts';
import { ErrorState } from './ui/states.tsx';
import { Toasts } from './ui/toasts.tsx';

/** Screens are patched by the live feed: nothing is fetched again only because a window was looked at. */
const queryClient = new QueryClient({
  defaultOptions: {
    // Whether there is a network the browser only guesses: a server on the same machine or wire answers without one, and what is
    // not even tried says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 60_000,
      retry: (failures, error) =>
        failures < 3 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});
const store = memoryStore();
askAgain(queryClient, onLineBack);

/** Signed in or not is asked once; a server that is away is said, with a way to ask again. */
const Gate = () => {
  const t = useT();
  const { status } = useSessionState();
  const [failure, setFailure] = useState<unknown>();
  const ask = useCallback(() => {
    setFailure(undefined);
    if (readStored('token') !== null) fetchPage(location.pathname);
    loadSession().catch(setFailure);
  }, []);
  useEffect(() => {
    ask();
    return followTabs();
  }, [ask]);
  if (status !== 'loading') return <AppRoutes />;
  if (failure !== undefined)
    return (
      <main className="center" style={{ height: '100%' }}>
        <ErrorState error={failure} title={t('shell.error.start')} retry={ask} />
      </main>
    );
  return null;
};

/** Everything below is drawn anew in another language: nothing has to follow it by itself. */
const Words = ({ i18n, children }: { readonly i18n: I18nProvider; readonly children: ReactNode }) => (
  <I18nContext.Provider value={i18n} key={useShownLocale()}>
    {children}
  </I18nContext.Provider>
);

/** What react-admin's hooks find around them; `CoreAdminContext` would bring a second router and lodash to whoever logs in. */
const App = ({ i18n }: { readonly i18n: I18nProvider }) => (
  <AuthContext.Provider value={authProvider}>
    <DataProviderContext.Provider value={dataProvider}>
      <StoreContextProvider value={store}>
        <QueryClientProvider client={queryClient}>
          <Words i18n={i18n}>
            {/* Before our own style sheets: a class of ours says more than the framework's part it stands on. */}
            <StyledEngineProvider injectFirst>
              {/* The chosen theme is ours to keep (theme-mode.ts): MUI would set the attribute back to the system's preference. */}
              <ThemeProvider theme={theme} colorSchemeNode={null} storageManager={null}>
                <Gate />
                <Toasts />
              </ThemeProvider>
            </StyledEngineProvider>
          </Words>
        </QueryClientProvider>
      </StoreContextProvider>
    </DataProviderContext.Provider>
  </AuthContext.Provider>
);

/** A data router: forms ask before what was typed is left (`form/leaving.tsx`). Its one route holds all others. */
export const Root = ({ i18n }: { readonly i18n: I18nProvider }) => {
  const [router] = useState(() => createBrowserRouter([{ path: '*', element: <App i18n={i18n} /> }]));
  return <RouterProvider router={router} />;
};
