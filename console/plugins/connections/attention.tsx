import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { connectionsQuery, downSince, isDown, useLasting } from '../../shell/connections.ts';
import { useT } from '../../shell/i18n.ts';
import './connections.css';

/** How many connections are down, and what that means; nothing while all are up. */
export const Attention = ({ leads }: { readonly leads: boolean }) => {
  const t = useT();
  const { data } = useQuery(connectionsQuery);
  const downOnes = (data ?? []).filter(isDown);
  const count = downOnes.length;
  const lasting = useLasting(count > 0, downOnes.map(downSince).filter(Boolean).toSorted()[0]);
  if (!lasting) return null;
  return (
    <p className="banner fixed mb-16 r-md" role="status">
      <TriangleAlert size={18} aria-hidden="true" />
      <span className="grow">
        <b>{t('connections.attention', { smart_count: count })}</b>{' '}
        {t('connections.attention.text', { smart_count: count })}
      </span>
      {leads ? (
        <Button to="/connections" size="small" variant="outlined" component={Link}>
          {t('connections.attention.show')}
        </Button>
      ) : null}
    </p>
  );
};

/** On the dashboard, with the way to them. */
export const DashboardAttention = () => <Attention leads />;
