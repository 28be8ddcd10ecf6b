import { useEffect } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { notify } from './notify.ts';

/** The spec's time to read why a page is left. */
const redirectMs = 1_000;

/** Returns what calls it off: leading home when why has been read. */
export function leaveSoon(navigate: NavigateFunction): () => void {
  const leaving = setTimeout(() => void navigate('/', { replace: true }), redirectMs);
  return () => clearTimeout(leaving);
}

/** In place of a page that the company's plan does not have: says so and leads home. */
export function PlanPage() {
  const navigate = useNavigate();
  useEffect(() => {
    notify.error('shell.noPlan', { code: 'ERR_PLAN_FEATURE' });
    return leaveSoon(navigate);
  }, [navigate]);
  return null;
}
