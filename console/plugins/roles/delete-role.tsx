import { useState } from 'react';
import { builtInRoles } from '../../../domain/access/policy.ts';
import { LabelledField } from '../../shell/form/fields.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import type { RoleView } from '../../shell/roles.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
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
  const done = async () => {
    notify.success('roles.deleted', { values: { name: role.name } });
    await onDone();
  };
  const isGiven = count > 0;
  const confirm = async () => {
    const profile = builtInRoles.find((one) => one === by);
    if (isGiven) await replaceRole(role.id, profile ? { profile } : { roleId: by });
    else await deleteRole(role.id);
    await done();
  };
  return (
    <ConfirmDialog
      open
      title={t('roles.delete.title', { name: role.name })}
      text={isGiven ? t('roles.replace.text', { smart_count: count }) : t('roles.delete.text')}
      {...(isGiven && { action: t('roles.replace') })}
      onClose={onClose}
      onConfirm={confirm}
    >
      {isGiven ? (
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
      ) : null}
    </ConfirmDialog>
  );
};
