import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { errorText } from '../../shell/notify.ts';

/** A link of a letter that opens nothing, and where to go from here. */
export const SpentLink = ({ error }: { readonly error: unknown }) => {
  const t = useT();
  return (
    <div className="lg-f col" role="alert">
      <h2>{errorText(error)}</h2>
      <Button size="large" variant="contained" component={Link} to="/login">
        {t('login.link.toLogin')}
      </Button>
    </div>
  );
};
