import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import { CloudOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useT } from '../../../console/shell/i18n.ts';
import { notify, notifyError } from '../../../console/shell/notify.ts';
import { IconButton } from '../../../console/shell/ui/icon-button.tsx';
import { usePopup } from '../../../console/shell/ui/use-popup.ts';
import type { PhoneFaultMode } from '../phone-events.ts';
import { faultModes, setFault } from './calls.ts';

/** What goes wrong with the next messages of the business: refused, cut off, or never confirmed. */
export const FaultsMenu = ({ connectionId }: { readonly connectionId: string }) => {
  const t = useT();
  const id = useId();
  const { close, button, popup } = usePopup('dialog');
  const [mode, setMode] = useState<PhoneFaultMode>('refuse');
  const [count, setCount] = useState(1);
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    try {
      await setFault(connectionId, mode, count);
      notify.success(`testPhone.fault.${mode}.set`, { values: { smart_count: count } });
      close();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <IconButton label={t('testPhone.fault.title')} icon={CloudOff} {...button} />
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { className: 'p-16', sx: { width: 308 }, role: 'dialog', 'aria-labelledby': id },
        }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void apply();
          }}
        >
          <h3 className="small lh-18 mb-8" id={id}>
            {t('testPhone.fault.title')}
          </h3>
          {faultModes.map((choice) => (
            <label key={choice} className="pick flex gap-10 top r-md press p-8">
              <input
                type="radio"
                name="fault"
                style={{ margin: '3px 0 0' }}
                checked={mode === choice}
                onChange={() => setMode(choice)}
              />
              <span>
                <b className="body lh-20 medium block">{t(`testPhone.fault.${choice}`)}</b>
                <small className="lh-16 muted">{t(`testPhone.fault.${choice}.text`)}</small>
              </span>
            </label>
          ))}
          <div className="row between mt-8">
            <span className="row small">
              {t('testPhone.fault.count')}
              <OutlinedInput
                size="small"
                type="number"
                sx={{ width: 72 }}
                inputProps={{ min: 1, max: 100, 'aria-label': t('testPhone.fault.count') }}
                required
                value={count}
                onChange={({ target }) => setCount(Math.min(100, Math.max(1, Number(target.value) || 1)))}
              />
            </span>
            <Button type="submit" variant="contained" disabled={busy}>
              {t('testPhone.fault.apply')}
            </Button>
          </div>
        </form>
      </Popover>
    </>
  );
};
