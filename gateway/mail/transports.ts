import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentMessageInfo, Transporter } from 'nodemailer';
import { type Mail, MailRefused, type MailTransport } from '../../domain/ports/mail-transport.ts';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://`; absent: letters go into the folder. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly folder: string;
  /** For tests: how long one letter may take, milliseconds. */
  readonly letterMs?: number;
}

const timeoutMs = 20_000;
/** A server that says a word now and then, and never its last, would hold up all letters behind this one. */
const usualLetterMs = 120_000;
/** Nobody takes so long to write a letter: whoever began it has died. */
const writingMs = 3_600_000;

/** Returns the letter as nodemailer takes it. Nothing in it is fetched or read from the disk. */
const message = (from: string, { id, to, subject, text, html }: Mail) => ({
  from,
  // An address, never a list of them: what was typed there is one person's.
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id.replace(/[^\w.-]/g, '-')}@balcao.${from.replace(/^.*@([^@>]+)>?$/, '$1')}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * Whether it is the server's own word on the letter: 4xx may pass, 5xx of recipient or content will not; of the sender
 * it is for whoever set it up.
 */
const isRefusal = (error: unknown): boolean => {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return (responseCode ?? 0) >= 500 && /^(RCPT TO|DATA)/.test(command ?? '');
};

/** Returns the way over SMTP, with TLS wherever the server offers it. */
function smtpTransport({
  smtpUrl,
  from,
  letterMs = usualLetterMs,
}: Pick<MailSettings, 'smtpUrl' | 'from' | 'letterMs'>): MailTransport {
  let transporter: Promise<Transporter<SentMessageInfo>> | undefined;
  const connect = () =>
    (transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      }),
    ));
  return {
    async send(mail) {
      const sender = await connect();
      try {
        await sender.sendMail({ ...message(from, mail), signal: AbortSignal.timeout(letterMs) });
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused((error as Error).message, { cause: error });
        throw error;
      }
    },
  };
}

/** Takes away what processes left that died while they wrote a letter: there may be a code in it. */
async function sweepUnfinished(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (!/^\.[0-9a-f]{6}-.+\.eml$/.test(name)) continue;
    const path = join(folder, name);
    // Put in its place a moment ago, or taken away by another process.
    const { mtimeMs = Number.POSITIVE_INFINITY } = (await stat(path).catch(() => undefined)) ?? {};
    // What cannot be taken away holds up no letter.
    if (Date.now() - mtimeMs > writingMs) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Writes a file whole, on the disk, or leaves nothing of it. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(path, 0o600);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Returns the way where no server is set up: one file a letter, readable by the owner of the data only, to be opened
 * with any mail program. A letter that is there already, by its id, is not written again: whoever wrote it died before
 * it was said to be sent.
 */
export function folderTransport({ folder, from }: Pick<MailSettings, 'folder' | 'from'>): MailTransport {
  return {
    async send(mail) {
      const end = `-${createHash('sha256').update(mail.id).digest('hex').slice(0, 16)}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = await readdir(folder);
      await sweepUnfinished(folder, names);
      if (names.some((name) => !name.startsWith('.') && name.endsWith(end))) return;
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message: bytes } = (await composer.sendMail({ ...message(from, mail), date: new Date() })) as {
        message: Buffer;
      };
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}${end}`;
      const passing = join(folder, `.${randomBytes(3).toString('hex')}-${name}`);
      await writeWhole(passing, bytes);
      await rename(passing, join(folder, name));
    },
  };
}

/** Returns the transport that the settings name. */
export const mailTransport = (settings: MailSettings): MailTransport =>
  settings.smtpUrl === undefined ? folderTransport(settings) : smtpTransport(settings);
