import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { CoreAdminContext, type I18nProvider, memoryStore } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { ApiError } from './api.ts';
import { askAgain } from './ask-again.ts';
import { dataProvider } from './data-provider.ts';
import { fetchPage } from './fetch-ahead.ts';
import { useT } from './i18n.ts';
import { AppRoutes } from './layout/routes.tsx';
import { onLineBack } from './live.ts';
import { authProvider, followTabs, loadSession, useSessionState } from './session.tsx';
import { stored } from './storage.ts';
import { theme } from './theme.ts';
import { ErrorState } from './ui/states.tsx';
import { Toasts } from './ui/toasts.tsx';

/** Screens are patched by the live feed: nothing is fetched again only because a window was looked at. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
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
    if (stored('token') !== null) fetchPage(location.pathname);
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

export const Root = ({ i18n }: { readonly i18n: I18nProvider }) => (
  <BrowserRouter>
    <CoreAdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18n}
      queryClient={queryClient}
      store={store}
    >
      {/* The chosen theme is ours to keep (theme-mode.ts): MUI would set the attribute back to the system's preference. */}
      <ThemeProvider theme={theme} colorSchemeNode={null} storageManager={null}>
        <Gate />
        <Toasts />
      </ThemeProvider>
    </CoreAdminContext>
  </BrowserRouter>
);
