/** Returns a company's name as it is compared: case, accents and blanks do not tell two apart. */
export const nameKey = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().replaceAll(/\s+/g, ' ').toLowerCase();
