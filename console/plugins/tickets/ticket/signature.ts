/** Returns a text with the agent's name in bold on a line of its own above it ('Sign messages'). */
export const signBody = (name: string, body: string): string => `*${name}:*\n${body}`;

const SIGNATURE = /^\*([^*\n]{1,80}):\*\n/u;

/** Returns the signature of a message apart from its text, to show it as the bubble's heading. */
export function splitSignature(body: string): { readonly name?: string; readonly text: string } {
  const match = SIGNATURE.exec(body);
  return match?.[1] === undefined ? { text: body } : { name: match[1], text: body.slice(match[0].length) };
}

const INLINE = /^\*[^*\n]{1,80}:\*\s+/u;

/** Returns what was found in a message, on one line and perhaps from its middle: without the signature it may begin with. */
export const withoutSignature = (line: string): string => line.replace(INLINE, '');
