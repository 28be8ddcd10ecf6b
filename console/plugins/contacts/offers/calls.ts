export { checkNumber, createContact } from '../form/calls.ts';
