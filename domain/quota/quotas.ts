/** How much of what all share each may take, so that no company makes the others wait. */

/** How much one company, user or connection may take of what all share. 0: no limit. */
export interface Quotas {
  /** Of one user, a minute. Writes count as requests too. */
  readonly requests: number;
  readonly writes: number;
  /** Of one company's users together, a minute. */
  readonly companyRequests: number;
  readonly companyWrites: number;
  /** Files of one user, a minute: each is on the disk before anything else is known of it. */
  readonly files: number;
  /** Messages through one connection, a minute: networks ban numbers that write like machines. */
  readonly sends: number;
  /** Questions to the network whether a number is on it: of one user, and of one company; for the same reason. */
  readonly questions: number;
  readonly companyQuestions: number;
  /** Files that one conversation sends in, a minute; further ones wait, and what comes behind them. */
  readonly inboundFiles: number;
  /** Bytes of files that a company keeps. */
  readonly storage: number;
}

const gigabyte = 1024 ** 3;

/** Far above what people do by hand, far below what stops a server. */
export const usualQuotas: Quotas = {
  requests: 2_400,
  writes: 600,
  companyRequests: 24_000,
  companyWrites: 6_000,
  files: 120,
  sends: 240,
  questions: 60,
  companyQuestions: 240,
  inboundFiles: 30,
  storage: 50 * gigabyte,
};
