import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { ApiError } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { errorText } from '../../shell/notify.ts';

/** A link of a letter that opens nothing, and where to go from here. */
export const SpentLink = ({ error }: { readonly error: unknown }) => {
  const t = useT();
  // A mail program may cut a long link: what is left of it is none, and no field is there to be corrected.
  const isCut = error instanceof ApiError && error.code === 'ERR_VALIDATION';
  return (
    <div className="lg-f max-full col gap-20" role="alert">
      <h2 className="h1">{isCut ? t('errors.ERR_LINK_EXPIRED') : errorText(error)}</h2>
      <Button size="large" variant="contained" component={Link} to="/login">
        {t('login.link.toLogin')}
      </Button>
    </div>
  );
};
