import { z } from 'zod';
import type { ContactView } from '../../../../contract/contact.ts';
import { codesOf } from '../../../shell/form/resolver.ts';
import type { ContactValues, FieldCode, FieldCodes } from './contact-form.ts';

const wrongLength = (text: string, min: number, max: number): FieldCode | undefined => {
  const { length } = [...text];
  if (length === 0) return 'required';
  return length < min ? 'short' : length > max ? 'long' : undefined;
};
const text = (min: number, max: number, isOptional = false) =>
  z
    .string()
    .trim()
    .superRefine((value, { addIssue }) => {
      const message = isOptional && value === '' ? undefined : wrongLength(value, min, max);
      if (message !== undefined) addIssue({ code: 'custom', message });
    });

/**
 * Returns the spec's rules: name 2-50, number 8-50, an e-mail only if it is one; an information without a name says
 * nothing.
 * @param was as it is now: whom the network never named a number of need not be given one
 */
export const contactSchema = (was?: Pick<ContactView, 'number'>) =>
  z.object({
    name: text(2, 50),
    number: text(8, 50, was?.number === ''),
    email: z
      .string()
      .trim()
      .refine((email) => email === '' || /^\S+@\S+\.\S{2,}$/u.test(email), 'email'),
    extraInfo: z.array(z.object({ id: z.string(), name: text(1, 100), value: z.string() })),
  });

/** Returns what is wrong with a contact's fields. */
export const checkContact = (values: ContactValues, was?: Pick<ContactView, 'number'>): FieldCodes =>
  codesOf(contactSchema(was), values) as FieldCodes;
