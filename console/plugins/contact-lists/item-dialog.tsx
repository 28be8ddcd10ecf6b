import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ContactListItemView } from '../../../contract/contact-list.ts';
import { FormDialog } from '../../shell/form/form-dialog.tsx';
import { TextInput } from '../../shell/form/inputs.tsx';
import { useSaveForm } from '../../shell/form/use-save-form.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { key, saveItem } from './data.ts';

const schema = z.object({
  name: z.string().trim().min(2).max(50),
  number: z.union([z.literal(''), z.string().trim().min(8, 'tooShort').max(50, 'tooLong')]),
  email: z.union([z.literal(''), z.email('invalidEmail')]),
});

interface Props {
  readonly listId: string;
  /** Absent: a new one. */
  readonly item?: ContactListItemView | undefined;
  readonly onClose: () => void;
}

/** Somebody of a list. */
export function ItemDialog({ listId, item, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const { form, busy, onSubmit } = useSaveForm({
    schema,
    values: { name: item?.name ?? '', number: item?.number ?? '', email: item?.email ?? '' },
    save: async (content) => {
      await saveItem(listId, item?.id, content);
      await cache.invalidateQueries({ queryKey: key });
      notify.success('lists.item.saved');
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(item ? 'lists.item.edit' : 'lists.item.new')}
      form={form}
      busy={busy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput name="name" label={t('lists.name')} autoFocus />
      <TextInput
        name="number"
        label={t('lists.number')}
        hint={t('lists.number.hint')}
        placeholder="5511955500142"
        htmlInput={{ inputMode: 'tel' }}
      />
      <TextInput name="email" label={t('lists.email')} type="email" optional />
    </FormDialog>
  );
}
