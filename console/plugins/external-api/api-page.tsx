import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { tokensQuery } from './data.ts';
import { SendTab } from './send-tab.tsx';
import { TokensTab } from './tokens-tab.tsx';
import './external-api.css';

/** /messages-api: how to send, tried out for real, and the tokens that it takes. */
export function ApiPage() {
  const t = useT();
  const { tab = 'send' } = useParams();
  const [isNew, setNew] = useState(false);
  const count = useQuery(tokensQuery).data?.tokens.length;
  if (tab !== 'send' && tab !== 'tokens') return <Navigate to="/messages-api" replace />;
  const tabs = (
    <Tabs className="fixed mb-16 line-b" value={tab} aria-label={t('external.menu')}>
      <Tab value="send" label={t('external.send')} component={Link} to="/messages-api" />
      <Tab
        value="tokens"
        label={count === undefined ? t('external.tokens') : t('external.tokensOf', { count })}
        component={Link}
        to="/messages-api/tokens"
      />
      <Tab value="webhooks" label={t('external.webhooks')} component={Link} to="/webhooks" />
    </Tabs>
  );
  return (
    <section className="page scroll">
      <PageHeader title={t('external.menu')} tabs={tabs}>
        {tab === 'tokens' ? (
          <Button variant="contained" onClick={() => setNew(true)}>
            <Plus size={16} aria-hidden="true" />
            <span>{t('external.new')}</span>
          </Button>
        ) : null}
      </PageHeader>
      {tab === 'send' ? <SendTab /> : <TokensTab isNew={isNew} onNew={setNew} />}
    </section>
  );
}
