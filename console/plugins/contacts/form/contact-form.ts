import type { ContactView } from '../../../../contract/contact.ts';

export interface ContactValues {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly { readonly id: string; readonly name: string; readonly value: string }[];
}
export type FieldCode = 'required' | 'short' | 'long' | 'email' | 'invalid' | 'duplicate' | 'outside';
/** By field, `extraInfo.2.name` for the third information's name. */
export type FieldCodes = Readonly<Record<string, FieldCode>>;

export const emptyContact: ContactValues = { name: '', number: '', email: '', extraInfo: [] };
export const valuesOf = (contact: ContactView): ContactValues => ({
  name: contact.name,
  number: contact.number,
  email: contact.email,
  extraInfo: contact.extraInfo,
});

/** Whether a number was typed, in any usual way of writing. */
export const isWrittenNumber = (typed: string): boolean => /^[+(\d][\d\s().\-–/]{5,}$/u.test(typed.trim());

/** What was typed to find somebody begins the new contact: a number as its number, anything else as its name. */
export const contactFrom = (typed: string): ContactValues =>
  isWrittenNumber(typed)
    ? { ...emptyContact, number: typed.trim() }
    : { ...emptyContact, name: typed.trim() };

const length = (value: string, min: number, max: number): FieldCode | undefined => {
  const { length: found } = [...value.trim()];
  if (found === 0) return 'required';
  return found < min ? 'short' : found > max ? 'long' : undefined;
};

/**
 * The spec's rules: name 2-50, number 8-50, an e-mail only if it is one; an information without a name says nothing.
 * @param was as it is now: whom the network never named a number of need not be given one
 */
export const checkContact = (values: ContactValues, was?: Pick<ContactView, 'number'>): FieldCodes => {
  const numberless = was?.number === '' && values.number.trim() === '';
  const found: Record<string, FieldCode | undefined> = {
    name: length(values.name, 2, 50),
    number: numberless ? undefined : length(values.number, 8, 50),
    email:
      values.email.trim() !== '' && !/^\S+@\S+\.\S{2,}$/u.test(values.email.trim()) ? 'email' : undefined,
  };
  values.extraInfo.forEach((item, index) => {
    if (item.name.trim() === '') found[`extraInfo.${index}.name`] = 'required';
  });
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, code]) => (code === undefined ? [] : [[field, code] as const])),
  );
};

const codes: Readonly<Record<string, FieldCode>> = {
  tooShort: 'short',
  tooLong: 'long',
  required: 'required',
  invalidEmail: 'email',
};

/** The server's refusal by field; undefined when it is not about the fields. */
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
