import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { plugins } from '../../shell/registry.ts';
import { PartIn, useParts } from '../../shell/slot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SkeletonRows } from '../../shell/ui/states.tsx';
import { OptionsTab } from './options-tab.tsx';
import './settings.css';

/** Returns where a tab stands: the end of its id. */
const nameOf = ({ id }: { readonly id: string }): string => id.slice(id.lastIndexOf('.') + 1);
/** Whether there is such a tab, for whomever. */
const isTab = (name: string): boolean =>
  plugins.some(({ slots }) => slots?.['settings.tab']?.some((one) => nameOf(one) === name));
/** Long enough to read why. */
const readMs = 500;

/** Of a tab that is not for who asks: why, and the way out. */
const Refused = () => {
  const navigate = useNavigate();
  useEffect(() => {
    notify.error('settings.forbidden');
    const leaving = setTimeout(() => void navigate('/', { replace: true }), readMs);
    return () => clearTimeout(leaving);
  }, [navigate]);
  return null;
};

/** /settings and its tabs: the options, and what this and other plugins add beside them. */
export const SettingsPage = () => {
  const t = useT();
  const { tab } = useParams();
  const parts = useParts('settings.tab');
  const part = parts.find((one) => nameOf(one) === tab);
  if (tab !== undefined && part === undefined)
    return isTab(tab) ? <Refused /> : <Navigate to="/settings" replace />;
  const tabs =
    parts.length === 0 ? null : (
      <Tabs
        className="fixed mb-16 line-b"
        value={tab ?? ''}
        aria-label={t('settings.title')}
        variant="scrollable"
      >
        <Tab value="" label={t('settings.options')} component={Link} to="/settings" />
        {parts.map((one) => (
          <Tab
            key={one.id}
            value={nameOf(one)}
            label={t(`settings.tab.${nameOf(one)}`, { _: t(one.label) })}
            component={Link}
            to={`/settings/${nameOf(one)}`}
          />
        ))}
      </Tabs>
    );
  return (
    <section className="page scroll st-page">
      <PageHeader title={t('settings.title')} tabs={tabs} />
      {part === undefined ? (
        <OptionsTab />
      ) : (
        <PartIn part={part} props={{}} fallback={<SkeletonRows rows={6} />} />
      )}
    </section>
  );
};
