import { later } from '../../../shell/later.tsx';
import type { ContactDialogProps } from '../form/contact-dialog.tsx';

/** Adds or corrects a contact; its code comes when it is opened. */
export const ContactDialog = later<ContactDialogProps>(() =>
  import('../form/contact-dialog.tsx').then((m) => ({ default: m.ContactDialog })),
);
