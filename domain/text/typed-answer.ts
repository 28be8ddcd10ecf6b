/** Returns an answer as a keyboard has it: '2️⃣' and '２' are '2'. */
export const typedAnswer = (body: string): string =>
  body
    .normalize('NFKC')
    .replace(/[\uFE0F\u20E3]/g, '')
    .trim();

/** Returns the number somebody answered with: '2', ' 2. ', '*2*', '2️⃣'; undefined: none. */
export const answeredNumber = (body: string): number | undefined => {
  const [, digits] = /^\*?(\d{1,3})\*?[.)]?$/.exec(typedAnswer(body)) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
