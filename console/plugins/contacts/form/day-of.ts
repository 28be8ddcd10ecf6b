/** Returns a day as people write it, dd/MM/yyyy in every language. */
export const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('pt-BR', { dateStyle: 'short' });
