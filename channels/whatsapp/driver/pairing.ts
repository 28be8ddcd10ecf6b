import type { BinaryNode, WASocket } from 'baileys';

/** What a connection shows of itself: its own name, as the phone lists it among its devices, on a browser. */
export type Companion = [name: string, browser: string, version: string];
export const companionOf = (name: string): Companion => [name, 'Chrome', '22.04.4'];

/**
 * Returns the code that is to be typed into the phone of this number.
 * @param companion the very one the link was made with: asked with a product's name WhatsApp refuses the code, and
 * Baileys asks with the name that the phone shows (Baileys#2769). By now the network knows that name.
 */
export function askCode(link: WASocket, companion: Companion, number: string): Promise<string> {
  companion[0] = 'Windows';
  return link.requestPairingCode(number);
}

/** Returns why the network gives no code: Baileys makes it itself and never hears the answer. Undefined: it is something else. */
export const refusedCode = ({ tag, attrs, content }: Partial<BinaryNode>): string | undefined => {
  if (tag !== 'iq' || attrs?.type !== 'error') return undefined;
  const [error] = Array.isArray(content) ? content : [];
  return error?.attrs.code ?? 'error';
};
