import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { Enrolment } from '../../../contract/sign-in.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { PasswordInput, TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { beginTotp, confirmTotp, endTotp, reloadSecurity, renewCodes } from './data.ts';
import { EnrolmentCode, RecoveryCodes } from './offers/enrolment.tsx';

interface Props {
  readonly onClose: () => void;
}

const currentPassword = z.string().min(1).max(200);
const code = z.string().trim().min(6).max(40);

const OwnPassword = () => {
  const t = useT();
  return (
    <PasswordInput
      name="currentPassword"
      label={t('account.totp.password')}
      autoComplete="current-password"
      autoFocus
      show={t('account.show')}
      hide={t('account.hide')}
    />
  );
};

function AskPassword({ onClose, onBegun }: Props & { readonly onBegun: (begun: Enrolment) => void }) {
  const t = useT();
  const saving = useSaveForm({
    schema: z.object({ currentPassword }),
    values: { currentPassword: '' },
    save: async (typed) => onBegun(await beginTotp(typed.currentPassword)),
  });
  return (
    <FormDialog
      {...saving}
      title={t('account.totp.enable.title')}
      submit={t('account.totp.next')}
      onClose={onClose}
    >
      <p className="muted">{t('account.totp.text')}</p>
      <OwnPassword />
    </FormDialog>
  );
}

interface ConfirmProps extends Props {
  readonly enrolment: Enrolment;
  readonly onCodes: (codes: readonly string[]) => void;
}

function Confirm({ enrolment, onCodes, onClose }: ConfirmProps) {
  const t = useT();
  const cache = useQueryClient();
  const saveForm = useSaveForm({
    schema: z.object({ code }),
    values: { code: '' },
    save: async (typed) => {
      onCodes((await confirmTotp(typed.code)).codes);
      await reloadSecurity(cache);
    },
  });
  return (
    <FormDialog
      {...saveForm}
      title={t('account.totp.enable.title')}
      submit={t('account.totp.confirm')}
      onClose={onClose}
    >
      <EnrolmentCode {...enrolment} />
      <TextInput
        name="code"
        label={t('account.totp.code')}
        hint={t('account.totp.code.hint')}
        autoComplete="one-time-code"
        autoFocus
        htmlInput={{ inputMode: 'numeric', maxLength: 7 }}
      />
    </FormDialog>
  );
}

interface NewCodesProps extends Props {
  readonly codes: readonly string[];
  /** What has been done, for when they are put away. */
  readonly said: string;
}

function NewCodes({ codes, said, onClose }: NewCodesProps) {
  const t = useT();
  return (
    <FormDialog
      title={t('account.codes.title')}
      submit={t('account.codes.kept')}
      busy={false}
      done
      onSubmit={() => {
        notify.success(said);
        onClose();
      }}
      onClose={onClose}
    >
      <RecoveryCodes codes={codes} />
    </FormDialog>
  );
}

/** Password, code of the app, ten codes: nothing is in force before the second. */
function EnableTotp({ onClose }: Props) {
  const [begun, setBegun] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (begun === undefined) return <AskPassword onClose={onClose} onBegun={setBegun} />;
  if (codes === undefined) return <Confirm enrolment={begun} onCodes={setCodes} onClose={onClose} />;
  return <NewCodes codes={codes} said="account.totp.enabled" onClose={onClose} />;
}

interface ShowBothProps extends Props {
  readonly deed: 'disable' | 'renew';
  readonly save: (typed: { currentPassword: string; code: string }) => Promise<unknown>;
}

/** What takes password and code. */
function ShowBoth({ deed, save, onClose }: ShowBothProps) {
  const t = useT();
  const saving = useSaveForm({
    schema: z.object({ currentPassword, code }),
    values: { currentPassword: '', code: '' },
    save,
  });
  return (
    <FormDialog
      {...saving}
      title={t(`account.totp.${deed}.title`)}
      submit={t(`account.totp.${deed}`)}
      onClose={onClose}
    >
      <p className="muted">{t(`account.totp.${deed}.text`)}</p>
      <OwnPassword />
      <TextInput
        name="code"
        label={t('account.totp.code')}
        hint={t('account.totp.codeOrRecovery.hint')}
        autoComplete="one-time-code"
        htmlInput={{ maxLength: 20 }}
      />
    </FormDialog>
  );
}

function DisableTotp({ onClose }: Props) {
  const cache = useQueryClient();
  const save: ShowBothProps['save'] = async (typed) => {
    await endTotp(typed);
    await reloadSecurity(cache);
    notify.success('account.totp.disabled');
    onClose();
  };
  return <ShowBoth deed="disable" save={save} onClose={onClose} />;
}

/** Ten other codes, for whoever has lost or used up those they had. */
export function RenewCodes({ onClose }: Props) {
  const cache = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <NewCodes codes={codes} said="account.codes.renewed" onClose={onClose} />;
  const save: ShowBothProps['save'] = async (typed) => {
    setCodes((await renewCodes(typed)).codes);
    await reloadSecurity(cache);
  };
  return <ShowBoth deed="renew" save={save} onClose={onClose} />;
}

/** As it was when it was opened: the last of its steps shows codes while the second step is in force already. */
export function ChangeTotp(props: Props & { readonly isOn: boolean }) {
  const [isOn] = useState(props.isOn);
  return isOn ? <DisableTotp onClose={props.onClose} /> : <EnableTotp onClose={props.onClose} />;
}
