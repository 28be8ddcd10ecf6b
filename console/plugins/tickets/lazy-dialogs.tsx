import { loadLater } from '../../shell/later.tsx';
import { ContactDialog } from '../contacts/offers/dialog.ts';
import type { NewTicketProps } from './new-ticket/new-ticket-dialog.tsx';
import type { TagPickerProps } from './panel/tag-picker.tsx';
import type { TransferProps } from './transfer/transfer-dialog.tsx';

// What a press opens is fetched behind the page, once the browser is idle.
export const NewTicketDialog = loadLater<NewTicketProps>(() =>
  import('./new-ticket/new-ticket-dialog.tsx').then((m) => ({ default: m.NewTicketDialog })),
);
export const TransferDialog = loadLater<TransferProps>(() =>
  import('./transfer/transfer-dialog.tsx').then((m) => ({ default: m.TransferDialog })),
);
export const TagPicker = loadLater<TagPickerProps>(() =>
  import('./panel/tag-picker.tsx').then((m) => ({ default: m.TagPicker })),
);

export function fetchDialogs(): void {
  for (const part of [NewTicketDialog, TransferDialog, ContactDialog, TagPicker]) part.fetch();
}
