/** Mobile numbers of Brazil came with and without a ninth digit: 55, area, 9, and eight digits that begin with 6 to 9. */
export const ninthDigit = /^55(\d\d)9([6-9]\d{7})$/;
const withoutNinth = /^55(\d\d)([6-9]\d{7})$/;

/** Returns whether a stored address is a number: anything longer is none anywhere in the world. */
export const isNumber = (address: string): boolean => /^\d{8,20}$/.test(address);

/** Returns a stored number as it may be asked for: as it is, and with or without the ninth digit. Each holds its shorter forms. */
export const numberSpellings = (number: string): readonly string[] => {
  const other = ninthDigit.test(number)
    ? number.replace(ninthDigit, '55$1$2')
    : number.replace(withoutNinth, (_, area: string, rest: string) => `55${area}9${rest}`);
  return other === number ? [number] : [number, other];
};
