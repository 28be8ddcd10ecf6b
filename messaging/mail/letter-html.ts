const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

const font = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

interface Paragraph {
  readonly words: string;
  /** What it is, where it stands by itself. */
  readonly stands: string | undefined;
}

function paragraphHtml({ words, stands }: Paragraph): string {
  const safe = escapeHtml(words);
  if (stands === 'code')
    return `<p style="margin:24px 0;font-size:32px;font-weight:700;letter-spacing:6px;text-align:center">${safe}</p>`;
  if (stands === 'link' && /^https?:\/\//.test(words))
    return `<p style="margin:24px 0"><a href="${safe}" style="color:#782a6b;word-break:break-all">${safe}</a></p>`;
  return `<p style="margin:0 0 16px">${safe}</p>`;
}

/** Returns a letter as mail programs show it: no picture, no script, nothing fetched, styles at each element. */
export function letterHtml(language: string, title: string, paragraphs: readonly Paragraph[]): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#f6f3f6;${font};font-size:16px;line-height:1.5;color:#231b22">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-weight:700;color:#782a6b">Balcão</p>
${paragraphs.map(paragraphHtml).join('\n')}
</div></body></html>
`;
}
