/** Returns a connection's number as people read it; a dash: none is paired yet. */
export const shownNumber = (number: string) =>
  number === '' ? '–' : `+${number.replace(/^(55)(\d{2})(\d{4,5})(\d{4})$/, '$1 $2 $3-$4')}`;
