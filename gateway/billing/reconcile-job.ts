import type { Logger } from 'pino';
import type { Charges } from '../../payments/charges.ts';
import type { DueJob } from '../jobs/due-work.ts';

/** Returns the job that asks the provider for payments that nobody told of: the notice got lost, or whoever had it died. */
export const createReconcileJob = ({
  charges,
  log,
  everyMs,
}: {
  readonly charges: Pick<Charges, 'reconcile'>;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}): DueJob => ({
  name: 'payments',
  everyMs,
  waiting: 'payments wait to be looked up',
  round: (signal) =>
    charges.reconcile(signal, (error, txid) => {
      log.warn({ err: error, txid }, 'a charge could not be looked up');
    }),
});
