import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorCode } from '../../domain/error-codes.ts';
import { useT } from './i18n.ts';
import { notify } from './notify.ts';
import { EmptyState } from './ui/states.tsx';

/** The spec's time to read why a page is left. */
const redirectMs = 1_000;

interface Why {
  /** A key of the texts. */
  readonly said: string;
  readonly code: ErrorCode;
}
/** In place of a page that somebody may not see: a toast says why, the page what comes when that has been read. */
export function LedHome({ said, code }: Why) {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    notify.error(said, { code });
    const leaving = setTimeout(() => void navigate('/', { replace: true }), redirectMs);
    return () => clearTimeout(leaving);
  }, [said, code, navigate]);
  return (
    <div className="center">
      <EmptyState title={t('shell.ledHome')} />
    </div>
  );
}

/** In place of a page that the company's plan does not have. */
export const PlanPage = () => <LedHome said="shell.noPlan" code="ERR_PLAN_FEATURE" />;
