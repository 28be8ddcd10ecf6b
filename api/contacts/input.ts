import { z } from 'zod';
import { cleanName } from '../../domain/text/clean.ts';

/** Longer ones are refused, not cut. */
export const longestName = 1_000;

const email = z.preprocess(
  (value) => value ?? '',
  z.union([z.literal(''), z.email('invalidEmail').max(200, 'tooLong')]),
);
const extraInfo = z
  .array(
    z.object({
      id: z.string().max(100).optional(),
      name: z.string().trim().min(1).max(100),
      value: z.string().max(1000),
    }),
  )
  .max(50);

/** Each may be a question to the network, and who asks too much there is banned. */
export const contactInput = z.object({
  // Of nothing that can be seen the domain says that it is missing.
  name: z
    .string()
    .trim()
    .overwrite((name) => cleanName(name, longestName) || name)
    .min(2, 'tooShort')
    .max(50, 'tooLong'),
  // Some clients send it as JSON's number.
  number: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string().trim().min(8, 'tooShort').max(50, 'tooLong'),
  ),
  email,
  extraInfo: extraInfo.default([]),
});
/** E-mail and extra information that are not named stay as they are. */
export const contactChange = z.object({
  name: contactInput.shape.name,
  // One of whom only a hidden id is known has no number to send back.
  number: z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z
      .string()
      .trim()
      .refine((number) => number === '' || number.length >= 8, 'tooShort')
      .max(50, 'tooLong'),
  ),
  email: email.optional(),
  extraInfo: extraInfo.optional(),
});

/**
 * What is not named stays as it is. `before`: the extra information as its author saw it; what others added, changed or took out
 * since stays so. Without it the list that is named is all there is.
 */
export const contactPatch = contactChange.extend({
  name: contactInput.shape.name.optional(),
  number: contactChange.shape.number.optional(),
  before: z.object({ extraInfo }).optional(),
});
