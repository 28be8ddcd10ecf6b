import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Link, Navigate, useParams } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { PartIn, useParts } from '../../shell/slot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SkeletonRows } from '../../shell/ui/states.tsx';
import { UsersPage } from './users-page.tsx';

/** Returns where a tab stands: 'sessions' of 'account.sessions'. */
const nameOf = ({ id }: { readonly id: string }): string => id.slice(id.lastIndexOf('.') + 1);

/** /users and its tabs: the list, and what other plugins add beside it. */
export const UsersFrame = () => {
  const t = useT();
  const { tab } = useParams();
  const parts = useParts('users.tab');
  const part = parts.find((one) => nameOf(one) === tab);
  const tabs =
    parts.length === 0 ? null : (
      <Tabs
        className="fixed mb-16 line-b"
        value={tab ?? ''}
        aria-label={t('users.title')}
        variant="scrollable"
      >
        <Tab value="" label={t('users.title')} component={Link} to="/users" />
        {parts.map((one) => (
          <Tab
            key={one.id}
            value={nameOf(one)}
            label={t(one.label)}
            component={Link}
            to={`/users/${nameOf(one)}`}
          />
        ))}
      </Tabs>
    );
  if (tab === undefined) return <UsersPage tabs={tabs} />;
  if (part === undefined) return <Navigate to="/users" replace />;
  return (
    <section className="page scroll">
      <PageHeader title={t('users.title')} tabs={tabs} />
      <PartIn part={part} props={{}} fallback={<SkeletonRows rows={6} />} />
    </section>
  );
};
