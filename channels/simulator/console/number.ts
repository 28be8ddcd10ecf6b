/** Returns the digits alone, as the network keeps numbers. */
export const digits = (number: string): string => number.replace(/\D/gu, '');

/** Whether the pretend network has the number: 8 to 15 digits, and none that end in 0000. */
export const isReachable = (number: string): boolean =>
  /^\d{8,15}$/u.test(digits(number)) && !digits(number).endsWith('0000');

/** Returns the number of a group of this name: the same one always. */
export const groupNumber = (name: string): string => {
  let hash = 0;
  for (const letter of name.trim().toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1e12;
  return `120363${String(hash).padStart(12, '0')}`;
};

/** Returns +55 11 95550-0142 for Brazil, +digits for the rest. */
export const shownNumber = (number: string): string => {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/u.exec(digits(number));
  return brazil === null ? `+${digits(number)}` : `+55 ${brazil[1]} ${brazil[2]}-${brazil[3]}`;
};
