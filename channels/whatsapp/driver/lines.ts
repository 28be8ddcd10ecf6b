import type { ProxyLine } from './proxy-line.ts';

/**
 * Returns the way out of a number, as its secret `proxy` says this very moment. Asked before whatever goes out: what
 * cannot be read fails, for a number whose proxy is left out once shows the network the address it was to be kept from.
 */
export function openLines(deps: {
  readonly secret: ((name: string) => Promise<string | undefined>) | undefined;
  readonly privateToo: boolean;
}) {
  let heldLine: { readonly text: string; readonly line: ProxyLine } | undefined;
  const drop = () => {
    heldLine?.line.close();
    heldLine = undefined;
  };
  return {
    /**
     * Returns undefined where the number goes out directly.
     * @throws ProxyError when what is stored is no proxy
     */
    async current(): Promise<ProxyLine | undefined> {
      const text = await deps.secret?.('proxy');
      if (text === heldLine?.text) return heldLine?.line;
      drop();
      if (text === undefined) return undefined;
      // Loaded by those who have one: most have none.
      const { proxyLine } = await import('./proxy-line.ts');
      heldLine = { text, line: proxyLine(text, { privateToo: deps.privateToo }) };
      return heldLine.line;
    },
    close: drop,
  };
}
