// The contact form's parts, for a dialog that asks for a contact among other things.
export { ContactFields } from '../form/contact-fields.tsx';
export {
  type ContactValues,
  checkContact,
  contactFrom,
  emptyContact,
  type FieldCodes,
  isWrittenNumber,
  refusedFields,
} from '../form/contact-form.ts';
