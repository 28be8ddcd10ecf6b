import { Smartphone } from 'lucide-react';
import { useT } from '../../../console/shell/i18n.ts';
import { IconButton } from '../../../console/shell/ui/icon-button.tsx';
import { setPhoneOpen, usePhoneOpen } from './open-state.ts';

/** In the conversation's header: opens and closes the customer's side. */
export const Toggle = () => {
  const t = useT();
  const open = usePhoneOpen();
  return (
    <IconButton
      label={t('testPhone.title')}
      icon={Smartphone}
      aria-pressed={open}
      onClick={() => setPhoneOpen(!open)}
    />
  );
};
