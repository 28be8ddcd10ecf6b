import { loadLater } from '../../../shell/later.tsx';
import type { ContactDialogProps } from '../form/contact-dialog.tsx';

/** Adds or corrects a contact; its code comes when it is opened. */
export const ContactDialog = loadLater<ContactDialogProps>(() =>
  import('../form/contact-dialog.tsx').then((m) => ({ default: m.ContactDialog })),
);
