import type { Logger } from 'pino';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { tellUpload } from '../../messaging/uploads.ts';

const everyMs = 400;

export interface Uploading {
  readonly ticketId: string;
  readonly messageId: string;
}

/** Returns what tells agents how far files on their way out are: a few times a second each, and never holding the file up. */
export function createUploadProgress(deps: {
  readonly companyId: string;
  readonly state: Pick<StateStore, 'set' | 'delete'>;
  readonly log: Logger;
}) {
  const { companyId, state, log } = deps;
  const toldProgress = new Map<string, { at: number; percent: number }>();
  const tell = ({ ticketId, messageId }: Uploading, percent: number | undefined) =>
    tellUpload(state, { companyId, ticketId, messageId, percent }).catch((error: unknown) =>
      log.warn({ err: error, messageId }, 'how far a file is was not told'),
    );

  return {
    /** @param fraction 0 to 1 */
    report(file: Uploading, fraction: number): void {
      const percent = Math.round(Math.min(Math.max(fraction, 0), 1) * 100);
      const last = toldProgress.get(file.messageId);
      const now = performance.now();
      if (last && (last.percent === percent || now - last.at < everyMs)) return;
      toldProgress.set(file.messageId, { at: now, percent });
      void tell(file, percent);
    },
    /** It has arrived, or was given up. */
    async end(file: Uploading): Promise<void> {
      if (toldProgress.delete(file.messageId)) await tell(file, undefined);
    },
  };
}
