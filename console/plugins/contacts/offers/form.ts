// The contact form's parts, for a dialog that asks for a contact among other things.
export {
  type ContactValues,
  contactFrom,
  emptyContact,
  type FieldCodes,
  isWrittenNumber,
  refusedFields,
} from '../form/contact-form.ts';
