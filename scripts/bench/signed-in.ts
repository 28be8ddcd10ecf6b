import { readFileSync } from 'node:fs';
import type { ContactListView } from '../../contract/contact-list.ts';
import { password, startServer } from '../../testing/browser/server.ts';
import { families, names, numbersFrom } from './dataset.ts';

const json = { 'content-type': 'application/json' };

/** Resolves with how to ask the product, its memory, and its end: started as a user does, the demo's admin signed in. */
export async function startSignedIn(folder: string) {
  const server = await startServer({ DATA_DIR: folder });
  const login = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'admin@demo.example', password }),
  });
  if (!login.ok) throw new Error(`signing in: ${login.status} ${await login.text()}`);
  const { token, user } = (await login.json()) as { token: string; user: { companyId: string } };
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  };
  const proc = (name: string) => readFileSync(`/proc/${server.child().pid}/${name}`, 'utf8');
  return {
    url: server.url,
    token,
    companyId: user.companyId,
    ask,
    post: <T>(path: string, body: unknown = {}) =>
      ask<T>(path, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    /** Megabytes of the process without mapped files. */
    memory: () => Number(/RssAnon:\s+(\d+)/.exec(proc('status'))?.[1]) / 1024,
    /** Milliseconds of processor time, of all threads, since the start. */
    cpuMs: () => {
      const fields = proc('stat').split(') ')[1]!.split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    kill: () => server.kill(),
  };
}
export type SignedIn = Awaited<ReturnType<typeof startSignedIn>>;

/** Returns a .csv of so many people; `from` tells the numbers of several files apart. */
export function peopleCsv(rows: number, from = 0): Blob {
  const random = numbersFrom(11);
  const lines = ['nome;numero;email\r\n'];
  for (let row = from; row < from + rows; row++)
    lines.push(
      `${names[random(names.length)]} ${families[random(families.length)]} ${row};55119${10_000_000 + row};pessoa${row}@example.org\r\n`,
    );
  return new Blob([lines.join('')], { type: 'text/csv' });
}

/** Resolves with a new contact list: its `id`, and `filled`, which resolves when the file is in it. */
export async function fillList({ ask, post }: SignedIn, name: string, csv: Blob) {
  const { id } = await post<ContactListView>('contact-lists', { name });
  const form = new FormData();
  form.append('file', csv, 'lista.csv');
  return { id, filled: ask(`contact-lists/${id}/upload`, { method: 'POST', body: form }) };
}
