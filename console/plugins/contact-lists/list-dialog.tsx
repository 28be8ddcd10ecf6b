import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ContactListView } from '../../../contract/contact-list.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { key, saveList } from './data.ts';

const schema = z.object({ name: z.string().trim().min(2).max(50) });

interface Props {
  /** Absent: a new one. */
  readonly list?: ContactListView | undefined;
  readonly onClose: () => void;
}

/** The name of a list. */
export function ListDialog({ list, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: { name: list?.name ?? '' },
    save: async ({ name }) => {
      await saveList(list?.id, name);
      await cache.invalidateQueries({ queryKey: key });
      notify.success('lists.saved');
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(list ? 'lists.edit' : 'lists.new')}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput name="name" label={t('lists.name')} autoFocus />
    </FormDialog>
  );
}
