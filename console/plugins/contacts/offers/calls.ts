/** What other plugins use of contacts: the dialog and parts of its form, the check of a number, and how a number is read. */

export { checkNumber, createContact } from '../form/calls.ts';
