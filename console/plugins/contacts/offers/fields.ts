// Apart from the form's other parts: they bring libraries that are not for the first load.
export { ContactFields } from '../form/contact-fields.tsx';
export { checkContact } from '../form/contact-schema.ts';
