import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename } from 'node:fs/promises';
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
      if ((await readdir(folder)).some((name) => !name.startsWith('.') && name.endsWith(end))) return;
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true });
      const { message: bytes } = (await composer.sendMail({ ...message(from, mail), date: new Date() })) as {
        message: Buffer;
      };
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}${end}`;
      const passing = join(folder, `.${randomBytes(3).toString('hex')}-${name}`);
      const file = await open(passing, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await chmod(passing, 0o600);
      await rename(passing, join(folder, name));
    },
  };
}

/** Returns the transport that the settings name. */
export const mailTransport = (settings: MailSettings): MailTransport =>
  settings.smtpUrl === undefined ? folderTransport(settings) : smtpTransport(settings);
