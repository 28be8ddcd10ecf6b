/** A letter as it is to be read: both bodies say the same. */
export interface Mail {
  /** Unique: its Message-ID follows from it, so that one that had to be sent twice is known to be the same. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Whoever the letter is given to will never take it: trying again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Takes letters to where they are read. */
export interface MailTransport {
  /** Resolves when somebody else answers for the letter. @throws MailRefused; anything else may pass */
  send(mail: Mail): Promise<void>;
}
