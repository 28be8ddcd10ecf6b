import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionView } from '../../../contract/connection.ts';
import { useT } from '../../shell/i18n.ts';
import { tokensQuery } from './data.ts';
import { ShownToken } from './shown-token.tsx';
import { TokenDialog } from './token-dialog.tsx';

interface Props {
  readonly connection: Pick<ConnectionView, 'id'>;
}

/** The tokens that send by this connection alone, in its dialog: those there are, and another. */
export function ConnectionTokens({ connection }: Props) {
  const t = useT();
  const { data } = useQuery(tokensQuery);
  const [isNew, setNew] = useState(false);
  const [shown, setShown] = useState<{ name: string; secret: string }>();
  const tokens = data?.tokens.filter((token) => token.connection?.id === connection.id);
  return (
    <fieldset className="col gap-8">
      <legend className="small medium">{t('external.ofConnection')}</legend>
      {shown ? <ShownToken {...shown} onKept={() => setShown(undefined)} /> : null}
      {tokens?.length === 0 ? <p className="small muted">{t('external.ofConnection.none')}</p> : null}
      {tokens?.map(({ id, name, ending }) => (
        <span key={id}>
          {name} <small className="mono muted">blc_••••{ending}</small>
        </span>
      ))}
      <Button variant="outlined" className="self-start" onClick={() => setNew(true)}>
        <KeyRound size={16} aria-hidden="true" />
        {t('external.new')}
      </Button>
      {isNew ? (
        <TokenDialog
          connectionId={connection.id}
          onMade={(made) => {
            setNew(false);
            setShown(made);
          }}
          onClose={() => setNew(false)}
        />
      ) : null}
    </fieldset>
  );
}
