import Button from '@mui/material/Button';
import { useState } from 'react';
import { builtInRoles } from '../../../domain/access/policy.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import type { RoleView } from '../../shell/roles.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { deleteRole, replaceRole } from './data.ts';

interface Props {
  readonly role: RoleView;
  readonly others: readonly RoleView[];
  readonly count: number;
  readonly onDone: () => unknown;
  readonly onClose: () => void;
}

/** Takes a role away; who has it gets another, which is asked for. */
export const DeleteRole = ({ role, others, count, onDone, onClose }: Props) => {
  const t = useT();
  const [by, setBy] = useState('user');
  const [busy, setBusy] = useState(false);
  const title = t('roles.delete.title', { name: role.name });
  const done = async () => {
    notify.success('roles.deleted', { values: { name: role.name } });
    await onDone();
  };
  if (count === 0)
    return (
      <ConfirmDialog
        open
        title={title}
        text={t('roles.delete.text')}
        onClose={onClose}
        onConfirm={async () => {
          await deleteRole(role.id);
          await done();
        }}
      />
    );
  const replace = async () => {
    setBusy(true);
    try {
      const profile = builtInRoles.find((one) => one === by);
      await replaceRole(role.id, profile ? { profile } : { roleId: by });
      await done();
      onClose();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TitledDialog
      look="question"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button
            size="large"
            variant="contained"
            color="error"
            disabled={busy}
            onClick={() => void replace()}
          >
            {t('roles.replace')}
          </Button>
        </>
      }
    >
      <p className="muted mb-12">{t('roles.replace.text', { smart_count: count })}</p>
      <LabelledField
        label={t('roles.replace.by')}
        value={by}
        onChange={(event) => setBy(event.target.value)}
        choices={[
          ...builtInRoles.map((value) => ({ value: value as string, label: t(`roles.builtIn.${value}`) })),
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        fullWidth
      />
    </TitledDialog>
  );
};
