/** Returns name and number of a contact card; WhatsApp puts its own form of the number into `waid`. */
export function readVcard(
  vcard: string,
  displayName: string | null | undefined,
): { name: string; number?: string } {
  const line = (name: string) => new RegExp(`^(?:item\\d+\\.)?${name}[^:\\r\\n]*:(.*)$`, 'im').exec(vcard);
  const name = displayName || line('FN')?.[1]?.trim() || '';
  const telephone = line('TEL');
  const number = /waid=(\d+)/i.exec(telephone?.[0] ?? '')?.[1] ?? telephone?.[1]?.replace(/\D/g, '');
  return number ? { name, number } : { name };
}

const escapeText = (text: string) => text.replace(/[\\,;]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Returns a contact card as WhatsApp's own clients write it. */
export const writeVcard = (contact: { name: string; number?: string | undefined }): string =>
  [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escapeText(contact.name)}`,
    ...(contact.number ? [`TEL;type=CELL;waid=${contact.number}:+${contact.number}`] : []),
    'END:VCARD',
  ].join('\n');
