import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { listImports } from '../data/calls.ts';
import { keys } from '../data/keys.ts';
import { ImportBar, rowsSeen } from './import-bar.tsx';
import { useNumber } from './use-number.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((m) => ({ default: m.ImportDialog })));

const whileRunningMs = 1_000;
const otherwiseMs = 15_000;

/** Imports of everybody that are under way, and those that ended while this page was open, for those who may import. */
export const RunningImports = () => {
  const t = useT();
  const { can } = useSession();
  const number = useNumber();
  const [followed, setFollowed] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string>();
  const { data = [] } = useQuery({
    queryKey: keys.imports,
    queryFn: ({ signal }) => listImports(signal),
    enabled: can('contacts-page:import'),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? whileRunningMs : otherwiseMs,
  });
  useEffect(() => {
    const ids = data.flatMap(({ id, status }) => (status === 'running' && !followed.has(id) ? [id] : []));
    if (ids.length > 0) setFollowed(new Set([...followed, ...ids]));
  }, [data, followed]);
  const dismiss = (id: string) => setFollowed(new Set([...followed].filter((one) => one !== id)));
  const shown = data.filter(({ id, status }) => status === 'running' || followed.has(id));
  return (
    <>
      {shown.length === 0 ? null : (
        <ul className="grid gap-8 fixed mb-12" aria-label={t('contacts.imports')}>
          {shown.map((one) => (
            <li key={one.id} className="card row gap-12 p-8-12">
              <FileSpreadsheet className="muted" size={18} aria-hidden="true" />
              <div className="grow grid gap-6 narrow">
                <p className="flex between gap-12">
                  <span className="trunc">{t('contacts.imports.by', { name: one.by })}</span>
                  <span className="num fixed muted">
                    {t(`contacts.imports.${one.status}`, {
                      seen: number(rowsSeen(one)),
                      total: number(one.total),
                    })}
                  </span>
                </p>
                <ImportBar progress={one} label={t('contacts.imports.by', { name: one.by })} />
              </div>
              <Button size="small" onClick={() => setOpen(one.id)}>
                {t('contacts.imports.open')}
              </Button>
              {one.status === 'running' ? null : (
                <IconButton label={t('contacts.imports.dismiss')} icon={X} onClick={() => dismiss(one.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open === undefined ? null : (
        <Suspense fallback={null}>
          <ImportDialog importId={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
};
