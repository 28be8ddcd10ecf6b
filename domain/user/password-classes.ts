/** What a password that a mailed code sets must hold besides eight characters, as the specification has it: server and console ask the same. */
export const passwordClasses = {
  upper: /[A-ZÀ-Þ]/,
  lower: /[a-zß-ÿ]/,
  digit: /\d/,
} as const;

export const hasPasswordClasses = (password: string): boolean =>
  Object.values(passwordClasses).every((one) => one.test(password));
