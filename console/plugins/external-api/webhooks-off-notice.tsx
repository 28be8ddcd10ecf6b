import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { webhooksOffQuery } from './webhooks-off.ts';
import './external-api.css';

/** On the dashboard: which webhooks switched themselves off; nothing while none did. */
export const WebhooksOffNotice = () => {
  const t = useT();
  const { data: off = [] } = useQuery(webhooksOffQuery);
  if (off.length === 0) return null;
  const names = off.map(({ name }) => name).join(', ');
  return (
    <p className="banner fixed mb-16 r-md" role="status">
      <TriangleAlert className="i" size={18} aria-hidden="true" />
      <span className="grow">
        <b>{t('external.webhooksOff', { smart_count: off.length })}</b>{' '}
        {t('external.webhooksOff.text', { names })}
      </span>
      <Button to="/webhooks" size="small" variant="outlined" component={Link}>
        {t('external.webhooksOff.show')}
      </Button>
    </p>
  );
};
