/** What other plugins use of accounts: setting an authenticator app up, as the login asks of whoever must have one. */

import Button from '@mui/material/Button';
import { Copy, Download } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import type { Enrolment } from '../../../../contract/sign-in.ts';
import { useT } from '../../../shell/i18n.ts';
import { notify, notifyError } from '../../../shell/notify.ts';
import './enrolment.css';

const spaceOut = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** The code that the app's camera reads, and the same as text for whose camera cannot. */
export const EnrolmentCode = ({ secret, uri }: Enrolment) => {
  const t = useT();
  return (
    <div className="ac-enrol grid pairs gap-16 top phone-one">
      <span className="ac-qr qr r-md p-8">
        <QRCodeSVG value={uri} size={152} title={t('account.totp.qr')} />
      </span>
      <div className="grid gap-8">
        <p>{t('account.totp.scan')}</p>
        <p className="hint">{t('account.totp.orKey')}</p>
        <code className="ac-key select-all small lh-20 anywhere block" translate="no">
          {spaceOut(secret)}
        </code>
      </div>
    </div>
  );
};

/** The ten codes, this once: to be copied or kept as a file. */
export const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }) => {
  const t = useT();
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(() => notify.success('account.codes.copied'), notifyError);
  return (
    <div className="ac-codes">
      <p>{t('account.codes.text')}</p>
      <ul className="grid gap-4 r-md bg-2 p-12-16 my-12" aria-label={t('account.codes.title')} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code className="message lh-24">{code}</code>
          </li>
        ))}
      </ul>
      <p className="row gap-8 wrap">
        <Button variant="outlined" onClick={copy} startIcon={<Copy size={16} aria-hidden="true" />}>
          {t('account.codes.copy')}
        </Button>
        <Button
          variant="outlined"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="balcao-codigos.txt"
          startIcon={<Download size={16} aria-hidden="true" />}
        >
          {t('account.codes.download')}
        </Button>
      </p>
    </div>
  );
};
