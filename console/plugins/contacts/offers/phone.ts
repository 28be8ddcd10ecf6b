import type { ContactView } from '../../../../contract/contact.ts';

/** Returns where somebody is reached, as people read it: by their number, or as a channel with addresses of its own writes it. */
export const reachedAt = ({ number, addresses }: Pick<ContactView, 'number' | 'addresses'>): string =>
  number === '' ? (addresses?.map(({ address }) => address).join(' · ') ?? '') : phone(number);

/** Returns a number as people read it: +55 11 95550-0142 for Brazil, +digits for the rest. */
export const phone = (number: string): string => {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/u.exec(number);
  if (brazil !== null) return `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`;
  return /^\d{8,15}$/u.test(number) ? `+${number}` : number;
};
