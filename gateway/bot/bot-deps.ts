import type { Answered, Question } from '../../domain/bot/invoices.ts';
import type { GatewayDeps } from '../gateway-config.ts';

export type BotDeps = Pick<GatewayDeps, 'desk' | 'readStore' | 'media'> & {
  readonly now?: () => Date;
  /** Asks a company's own system; it never rejects because that one does not answer. */
  readonly lookUp: (companyId: string, question: Question) => Promise<Answered>;
};
