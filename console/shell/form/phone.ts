const mostDigits = 11;

/** What stands before a Brazilian number where it is pasted whole: +55, 0055, or the zero that is dialled. */
const before = /^(?:\+\D*55|0+55(?=\d{10})|55(?=\d{11}$)|0+)/;

/** Returns the digits of a number as it is typed or pasted, without the country's, at most eleven. */
export const digitsOf = (text: string): string =>
  text
    .replace(/[^\d+]/g, '')
    .replace(before, '')
    .replace(/\D/g, '')
    .slice(0, mostDigits);

/** Returns what was typed of a number as (99) 99999-9999; one of ten digits, a landline's, as (99) 9999-9999. */
export const maskPhone = (text: string): string => {
  const digits = digitsOf(text);
  if (digits.length < 3) return digits === '' ? '' : `(${digits}`;
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)];
  const head = digits.length === 10 ? 4 : 5;
  return `(${area}) ${rest.slice(0, head)}${rest.length > head ? `-${rest.slice(head)}` : ''}`;
};
