import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DomainError } from '../../domain/errors.ts';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,172})$/;
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

// Each hash takes 19 MB and a thread that files need too: a flood of logins must not starve the rest.
const lanes = 2;
const longestQueue = 200;
let runningCount = 0;
const waiters: (() => void)[] = [];
async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (runningCount >= lanes) {
    if (waiters.length >= longestQueue) throw new DomainError('ERR_TOO_MANY_REQUESTS');
    await new Promise<void>((resolve) => waiters.push(resolve));
  } else runningCount++;
  try {
    return await work();
  } finally {
    // The lane is handed over, not freed: nobody may slip in between.
    const next = waiters.shift();
    if (next) next();
    else runningCount--;
  }
}

/** Resolves with an argon2id hash in PHC form, made off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await inLane(() => derive('argon2id', { message: password, nonce, tagLength, ...cost }));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`;
}

const nobody = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(Buffer.alloc(16, 1))}$${base64(Buffer.alloc(tagLength, 2))}`;

/**
 * Resolves with whether it is the password. A hash that is absent or broken takes as long as a wrong password: the
 * answer's time tells no accounts.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const storedHash = stored ? phc.exec(stored) : null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = storedHash ?? phc.exec(nobody)!;
  const expectedHash = Buffer.from(tag, 'base64');
  const actual = await inLane(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expectedHash.length,
    }),
  );
  return timingSafeEqual(actual, expectedHash) && storedHash !== null;
}
