import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'ra-core';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Navigate, Outlet, Route, Routes, useLocation, useNavigate } from 'react-router';
import { useT } from '../i18n.ts';
import { closeLive } from '../live.ts';
import { notify } from '../notify.ts';
import { usePageTitle } from '../page-title.ts';
import { partOf } from '../part.ts';
import { goOnOrPay } from '../payer.ts';
import { LedHome, PlanPage } from '../plan-page.tsx';
import { type Plugin, passes } from '../plugin.ts';
import { plugins } from '../registry.ts';
import { useSession, useSessionState } from '../session.tsx';
import { sessionState } from '../session-store.ts';
import { RouteBoundary } from '../ui/boundary.tsx';
import { EmptyState, PageSkeleton } from '../ui/states.tsx';
import { Layout } from './layout.tsx';

type PluginRoute = NonNullable<Plugin['routes']>[number];

const Page = ({ route }: { readonly route: PluginRoute }) => {
  const { pathname } = useLocation();
  const Component = partOf(route.load);
  return (
    <RouteBoundary resetKey={pathname}>
      <Suspense fallback={<PageSkeleton shape={route.path.startsWith('/tickets') ? 'desk' : 'table'} />}>
        <Component />
      </Suspense>
    </RouteBoundary>
  );
};

/** Whoever was at work there reads why their page has gone. */
const readMs = 8_000;

/** Who may not see a page is told so and brought to the tickets. The dashboard is where a login leads: no word about it. */
const Refused = ({ route, opened }: { readonly route: PluginRoute; readonly opened: Opened }) => {
  useEffect(() => {
    if (opened.current === route)
      // By no code of a refusal: what its page asked for last is refused too, and would say so in its place.
      notify.error('shell.rightsChanged', { until: AbortSignal.timeout(readMs) });
    else if (route.path !== '/') notify.error('errors.ERR_NO_PERMISSION', { code: 'ERR_NO_PERMISSION' });
  }, [route, opened]);
  return <Navigate to="/tickets" replace />;
};

/** The page that was there before its rule was asked for again. */
type Opened = { current: PluginRoute | undefined };

/** A page behind a rule or plan. Of one that the company has not bought its people are told so; the campaigns' are not there. */
const Guarded = ({ route }: { readonly route: PluginRoute }) => {
  const session = useSession();
  const opened: Opened = useRef<PluginRoute>(undefined);
  const isOpen = passes(route, session);
  useEffect(() => {
    if (isOpen) opened.current = route;
  }, [isOpen, route]);
  if (isOpen) return <Page route={route} />;
  const { plan, ...own } = route;
  if (!passes(own, session))
    return route.rule === 'super' ? (
      <LedHome said="errors.ERR_NO_PERMISSION" code="ERR_NO_PERMISSION" />
    ) : (
      <Refused route={route} opened={opened} />
    );
  return plan === 'useCampaigns' ? <NotFound /> : <PlanPage />;
};

const NotFound = () => {
  const t = useT();
  usePageTitle(t('shell.notFound.title'));
  return (
    <div className="center">
      <EmptyState
        title={t('shell.notFound.title')}
        text={t('shell.notFound.text')}
        action={
          <Button variant="outlined" component={Link} to="/tickets">
            {t('shell.notFound.back')}
          </Button>
        }
      />
    </div>
  );
};

/** Where people come from is kept, so that logging in brings them there. */
const Private = () => {
  const state = useSessionState();
  const { pathname, search } = useLocation();
  if (state.status === 'in')
    return (
      <Layout>
        <Outlet />
      </Layout>
    );
  return <Navigate to="/login" replace state={{ from: `${pathname}${search}` }} />;
};

const Public = () => {
  const state = useSessionState();
  const from = (useLocation().state as { from?: string } | null)?.from;
  return state.status === 'in' ? <Navigate to={from ?? '/'} replace /> : <Outlet />;
};

/** Tells why a session ended that its user did not end, and closes what it had open. */
const useSignOut = () => {
  const state = useSessionState();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const store = useStoreContext();
  useEffect(() => {
    if (state.status !== 'out') return;
    closeLive();
    // Whoever signs in next in this tab must not be shown what this user was allowed to see.
    cache.clear();
    // Nor which page, filter and rows of a list they had chosen.
    store.reset();
    // Whoever was away reads it when they come back: the login page alone would not say why they are there.
    const signedIn = new AbortController();
    const say = (key: string) => notify.error(`shell.${key}`, { code: key, until: signedIn.signal });
    if (state.reason === 'elsewhere') say('elsewhere');
    if (state.reason === 'byAdmin') say('endedByAdmin');
    if (state.reason === 'deleted') say('userDeleted');
    if (state.reason === 'password') say('passwordChanged');
    // Whoever may pay is led to where that is, which says so itself.
    if (state.reason === 'company')
      void goOnOrPay(navigate).then((isLed) => {
        if (!isLed && sessionState().status === 'out') say('companyStopped');
      });
    if (state.reason === 'expired') say('expired');
    return () => signedIn.abort();
  }, [state, cache, store, navigate]);
};

const routes = plugins.flatMap((plugin) => plugin.routes ?? []);
const routesFor = (access: PluginRoute['access']) =>
  routes.filter((route) => (route.access ?? 'login') === access);

export const AppRoutes = () => {
  useSignOut();
  return (
    <Routes>
      <Route element={<Public />}>
        {routesFor('public').map((route) => (
          <Route key={route.path} path={route.path} element={<Page route={route} />} />
        ))}
      </Route>
      {routesFor('anyone').map((route) => (
        <Route key={route.path} path={route.path} element={<Page route={route} />} />
      ))}
      <Route element={<Private />}>
        {routesFor('login').map((route) => (
          <Route key={route.path} path={route.path} element={<Guarded route={route} />} />
        ))}
        {routes.some((route) => route.path === '/') ? null : (
          <Route path="/" element={<Navigate to="/tickets" replace />} />
        )}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
};
