import type { ContactView } from '../../../../contract/contact.ts';

// A type, not an interface: react-hook-form asks for an index signature.
export type ContactValues = {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: { id: string; name: string; value: string }[];
};
export type FieldCode = 'required' | 'short' | 'long' | 'email' | 'invalid' | 'duplicate' | 'outside';
/** By field, `extraInfo.2.name` for the third information's name. */
export type FieldCodes = Readonly<Record<string, FieldCode>>;

export const emptyContact: ContactValues = { name: '', number: '', email: '', extraInfo: [] };
export const valuesOf = (contact: ContactView): ContactValues => ({
  name: contact.name,
  number: contact.number,
  email: contact.email,
  extraInfo: contact.extraInfo.map((item) => ({ ...item })),
});

/** Whether a number was typed, in any usual way of writing. */
export const isWrittenNumber = (typed: string): boolean => /^[+(\d][\d\s().\-–/]{5,}$/u.test(typed.trim());

/** Returns the new contact that begins with what was typed to find somebody: a number as its number, anything else as its name. */
export const contactFrom = (typed: string): ContactValues =>
  isWrittenNumber(typed)
    ? { ...emptyContact, number: typed.trim() }
    : { ...emptyContact, name: typed.trim() };

const codes: Readonly<Record<string, FieldCode>> = {
  tooShort: 'short',
  tooLong: 'long',
  required: 'required',
  invalidEmail: 'email',
};

/** Returns the server's refusal by field; undefined when it is not about the fields. */
export const refusedFields = (refusal: {
  readonly code: string;
  readonly errors?: Readonly<Record<string, string>> | undefined;
}): FieldCodes | undefined => {
  if (refusal.code === 'ERR_DUPLICATED_CONTACT') return { number: 'duplicate' };
  if (refusal.code === 'ERR_WAPP_INVALID_CONTACT') return { number: 'outside' };
  if (refusal.errors === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(refusal.errors).map(([field, code]) => [
      field,
      field === 'email' ? 'email' : (codes[code] ?? 'invalid'),
    ]),
  );
};
