import { useController } from 'react-hook-form';
import { z } from 'zod';
import { LabelledField } from '../../shell/form/fields.tsx';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';

/** Empty or nought: as many as there are. */
const schema = z.object({ limit: z.string().transform((digits) => Number(digits) || undefined) });

/** Up to four digits, whatever is typed. */
const LimitInput = () => {
  const t = useT();
  const { field } = useController<z.input<typeof schema>, 'limit'>({ name: 'limit' });
  const { ref, ...bound } = field;
  return (
    <LabelledField
      {...bound}
      inputRef={ref}
      autoFocus
      label={t('kanban.limit.label')}
      hint={t('kanban.limit.help')}
      htmlInput={{ inputMode: 'numeric' }}
      onChange={({ target }) => bound.onChange(target.value.replace(/\D/gu, '').slice(0, 4))}
    />
  );
};

interface Props {
  readonly name: string;
  readonly limit: number | undefined;
  readonly onSave: (limit: number | undefined) => void;
  readonly onClose: () => void;
}

/** How many cards a lane should have at most. Empty: as many as there are. */
export const LimitDialog = ({ name, limit, onSave, onClose }: Props) => {
  const t = useT();
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: { limit: limit === undefined ? '' : String(limit) },
    save: async (typed) => {
      onSave(typed.limit);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('kanban.limitOf', { name })}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <LimitInput />
    </FormDialog>
  );
};
