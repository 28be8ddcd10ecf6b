import type { BinaryNode, WASocket } from 'baileys';
import type { DriverEvent } from '../../../gateway/driver/driver.ts';
import { askCode, type Companion, refusedCode } from './pairing.ts';

/** Returns the codes that a link shows until somebody pairs it. */
export function createPairingCodes(deps: {
  readonly pairingNumber: (() => Promise<string | undefined>) | undefined;
  readonly tell: (event: DriverEvent) => void;
}) {
  const { tell } = deps;
  let attempt = 0;
  let typedCode: Promise<string> | undefined;
  return {
    /** Another link: none of its codes was shown yet. */
    restart(): void {
      attempt = 0;
      typedCode = undefined;
    },
    /** The code of the QR picture, or, where a number is to be paired by typing, one code for as long as the network waits. */
    async show(link: WASocket, companion: Companion, scanned: string): Promise<void> {
      attempt += 1;
      const number = await deps.pairingNumber?.();
      if (number === undefined) return tell({ type: 'qr', code: scanned, attempt, kind: 'qr' });
      try {
        typedCode ??= askCode(link, companion, number);
        tell({ type: 'qr', code: await typedCode, attempt, kind: 'code' });
      } catch (error) {
        tell({ type: 'unpairable', detail: (error as Error).message });
      }
    },
    /** Tells if the network refuses the code that is to be typed. */
    heard(frame: Partial<BinaryNode>): void {
      const refusal = typedCode && refusedCode(frame);
      if (refusal === undefined) return;
      typedCode = undefined;
      tell({ type: 'unpairable', detail: refusal });
    },
  };
}
export type PairingCodes = ReturnType<typeof createPairingCodes>;
