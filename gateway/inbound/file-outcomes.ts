import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { ErrorCode } from '../../domain/error-codes.ts';
import { StoppedError } from '../../domain/kernel/retry.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { mayFetchAgain } from '../../domain/ticket/fetch-again.ts';
import type { FileRecipes, FileWork } from './file-recipes.ts';
import type { Insist } from './insist.ts';
import type { FetchedFile } from './media-intake.ts';

/** Returns what writes down what became of a file that was to be fetched, and forgets what fetching it took. */
export function createFileOutcomes(
  deps: {
    readonly companyId: string;
    readonly connectionId: string;
    readonly desk: Pick<Desk, 'tickets'>;
    readonly media: Pick<MediaStore, 'delete'>;
    readonly log: Logger;
  },
  { recipes, insist }: { readonly recipes: FileRecipes; readonly insist: Insist },
) {
  const { companyId, connectionId, desk, media, log } = deps;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };

  async function attach(work: FileWork, file: Exclude<FetchedFile, { refusal: unknown }>): Promise<void> {
    const { ticketId, messageId } = work;
    try {
      await insist(() => desk.tickets.attachFile(context, { ticketId, messageId, ...file }));
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      // Its ticket was deleted, its contact erased: nothing of it is kept.
      log.warn({ err: error, messageId }, 'a file that belongs to nothing any more is deleted');
      await insist(() => media.delete(companyId, file.media.id));
    }
    await recipes.forget(messageId);
  }

  async function fail({ ticketId, messageId }: FileWork, code: ErrorCode): Promise<void> {
    log.warn({ messageId, connectionId, code }, 'a file is given up');
    const kept = await insist(() => recipes.find(messageId));
    if (kept && mayFetchAgain(code)) await recipes.renew(kept);
    await insist(() => desk.tickets.failFile(context, { ticketId, messageId, code })).catch(
      (error: unknown) => {
        if (error instanceof StoppedError) throw error;
        log.warn({ err: error, messageId }, 'the desk refused what became of a file');
      },
    );
    if (!mayFetchAgain(code)) await recipes.forget(messageId);
  }

  return { attach, fail };
}
