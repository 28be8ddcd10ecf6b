export const languages = ['curl', 'JavaScript', 'Python'] as const;
export type Language = (typeof languages)[number];

interface Call {
  readonly url: string;
  readonly number: string;
  readonly body: string;
  /** Empty: none. */
  readonly key: string;
  /** Name of the file; undefined: a text alone. */
  readonly file: string | undefined;
}

/** Returns a text between single quotes of a shell. */
const quoteText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ url, number, body, key, file }: Call): string {
  const lines = [`curl -X POST ${quoteText(url)}`, `-H "Authorization: Bearer $BALCAO_TOKEN"`];
  if (key !== '') lines.push(`-H ${quoteText(`Idempotency-Key: ${key}`)}`);
  if (file === undefined)
    lines.push(
      `-H 'Content-Type: application/json'`,
      `-d ${quoteText(JSON.stringify({ number, body }, null, 2))}`,
    );
  else {
    lines.push(`-F ${quoteText(`number=${number}`)}`);
    if (body !== '') lines.push(`-F ${quoteText(`body=${body}`)}`);
    lines.push(`-F ${quoteText(`medias=@${file}`)}`);
  }
  return lines.join(' \\\n  ');
}

function javaScript({ url, number, body, key, file }: Call): string {
  const headers = [
    `    Authorization: 'Bearer ' + process.env.BALCAO_TOKEN,`,
    ...(key === '' ? [] : [`    'Idempotency-Key': ${JSON.stringify(key)},`]),
    ...(file === undefined ? [`    'Content-Type': 'application/json',`] : []),
  ];
  const before =
    file === undefined
      ? []
      : [
          `import { openAsBlob } from 'node:fs';`,
          '',
          'const form = new FormData();',
          `form.append('number', ${JSON.stringify(number)});`,
          ...(body === '' ? [] : [`form.append('body', ${JSON.stringify(body)});`]),
          `form.append('medias', await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});`,
          '',
        ];
  return [
    ...before,
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...headers,
    '  },',
    file === undefined
      ? `  body: JSON.stringify({ number: ${JSON.stringify(number)}, body: ${JSON.stringify(body)} }),`
      : '  body: form,',
    '});',
    'console.log(answer.status, await answer.json());',
  ].join('\n');
}

function python({ url, number, body, key, file }: Call): string {
  const headers = [
    `    "Authorization": f"Bearer {os.environ['BALCAO_TOKEN']}",`,
    ...(key === '' ? [] : [`    "Idempotency-Key": ${JSON.stringify(key)},`]),
  ];
  const fields = `{"number": ${JSON.stringify(number)}, "body": ${JSON.stringify(body)}}`;
  return [
    'import os, requests',
    '',
    'answer = requests.post(',
    `  ${JSON.stringify(url)},`,
    '  headers={',
    ...headers,
    '  },',
    ...(file === undefined
      ? [`  json=${fields},`]
      : [`  data=${fields},`, `  files={"medias": open(${JSON.stringify(file)}, "rb")},`]),
    ')',
    'print(answer.status_code, answer.json())',
  ].join('\n');
}

/** Returns the code of a call, as it is copied. */
export const snippetOf = (language: Language, call: Call): string =>
  ({ curl, JavaScript: javaScript, Python: python })[language](call);
