import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { errorText } from '../notify.ts';
import { EmptyState } from './states.tsx';

/** Whether what was asked for is not there, or not for who asks: to ask again brings nothing else. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

interface Props {
  readonly error: unknown;
  /** The way back: where such things are listed, and what that is called. */
  readonly to: string;
  readonly back: string;
}

/** In place of a page whose thing is gone: that it is, and the way to where the others are. */
export const GoneState = ({ error, to, back }: Props) => {
  const t = useT();
  return (
    <div className="center" role="alert">
      <EmptyState
        title={errorText(error)}
        text={t('shell.notFound.text')}
        action={
          <Button variant="outlined" component={Link} to={to}>
            {back}
          </Button>
        }
      />
    </div>
  );
};
