import type { WASocket } from 'baileys';
import { DriverError } from '../../../gateway/driver/driver.ts';
import { asDriverError } from './as-driver-error.ts';
import { endSocket } from './listeners.ts';

/** Returns the one link a number has at a time: what an earlier one still says is nobody's any more. */
export function createCurrentLink(mayAct: () => boolean) {
  let socket: WASocket | undefined;
  /** Logged in: whatever is said before that would be read as a part of the login, and end it. */
  let openLink: WASocket | undefined;
  let heardAt = Date.now();

  const connectedLink = (): WASocket => {
    if (!openLink || openLink !== socket) throw new DriverError('offline', 'there is no link to WhatsApp');
    return openLink;
  };

  return {
    get socket() {
      return socket;
    },
    /** When the network last said something by itself, milliseconds since the epoch. */
    get heardAt() {
      return heardAt;
    },
    heard(): void {
      heardAt = Date.now();
    },
    is: (link: WASocket): boolean => socket === link,
    set(link: WASocket): void {
      socket = link;
      heardAt = Date.now();
    },
    loggedIn(link: WASocket): void {
      openLink = link;
    },
    /** Ends a link, be it this one or one that came before it. */
    end(link: WASocket): void {
      if (socket === link) socket = undefined;
      endSocket(link);
    },
    /** Returns the link for its owner to end. */
    release(): WASocket | undefined {
      const link = socket;
      socket = undefined;
      return link;
    },
    /** @throws DriverError where there is none */
    connectedLink,
    /** Runs something on the link that is open, while the number is surely ours. */
    async attempt<T>(work: (link: WASocket) => Promise<T>): Promise<T> {
      const link = connectedLink();
      if (!mayAct()) throw new DriverError('offline', 'the lease may have passed on');
      try {
        return await work(link);
      } catch (error) {
        throw asDriverError(error);
      }
    },
  };
}
export type CurrentLink = ReturnType<typeof createCurrentLink>;
