import { z } from 'zod';
import { ownWord } from '../validation.ts';

// Shapes that fields of several records have.

/** `#` and 3, 4, 6 or 8 hex digits; the spec allows 3 to 9 characters. */
export const color = z
  .string()
  .trim()
  .min(3)
  .max(9)
  .regex(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i);

/** The stored file's id, and what it was called. */
export const mediaPath = z.string().max(100).nullable();
export const mediaName = z.string().max(255).nullable();

/** Pictures that every browser shows. */
export const pictureFiles = 'image/png,image/jpeg';

/** What a message may carry. */
export const messageFiles = 'image/*,video/*,audio/*,application/pdf';

/** Returns the shape of another system's address: without a password, which would be kept for all to read, and is not sent. */
export const webAddress = (longest: number) =>
  z
    .url({ protocol: /^https?$/ })
    .max(longest)
    .refine((text) => {
      const { username, password } = URL.canParse(text) ? new URL(text) : { username: '', password: '' };
      return username === '' && password === '';
    }, ownWord('withPassword'));

/** Returns an address without the name and password in it: they are no part of the place, and are not sent there. */
function bareAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Whether two addresses are one place. Those of before there was a rule may have a password in them, which is taken out when they are next saved. */
export const isSamePlace = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && bareAddress(one) === bareAddress(other));
