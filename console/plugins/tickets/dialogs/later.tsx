import type { ContactDialogProps } from '../../../shell/contacts/contact-dialog.tsx';
import { later } from '../../../shell/later.tsx';
import type { TagPickerProps } from '../panel/tag-picker.tsx';
import type { NewTicketProps } from './new-ticket-dialog.tsx';
import type { TransferProps } from './transfer-dialog.tsx';

// What a press opens is fetched behind the page, once the browser is idle.
export const NewTicketDialog = later<NewTicketProps>(() =>
  import('./new-ticket-dialog.tsx').then((m) => ({ default: m.NewTicketDialog })),
);
export const TransferDialog = later<TransferProps>(() =>
  import('./transfer-dialog.tsx').then((m) => ({ default: m.TransferDialog })),
);
export const ContactDialog = later<ContactDialogProps>(() =>
  import('../../../shell/contacts/contact-dialog.tsx').then((m) => ({ default: m.ContactDialog })),
);
export const TagPicker = later<TagPickerProps>(() =>
  import('../panel/tag-picker.tsx').then((m) => ({ default: m.TagPicker })),
);

export const fetchDialogs = (): void => {
  for (const part of [NewTicketDialog, TransferDialog, ContactDialog, TagPicker]) part.fetch();
};
