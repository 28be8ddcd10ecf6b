import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { Vault } from '../../domain/ports/vault.ts';

/**
 * Returns what encrypts what must not be readable in the store: AES-256-GCM under a key derived from SECRET_KEY. The
 * name a value is stored under is bound to it, so that values cannot be swapped in the store.
 *
 * Format (base64url): nonce (12 bytes), tag (16), ciphertext.
 */
export function createVault(secretKey: string): Vault {
  // A key object: of plain bytes each box would make one.
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', secretKey, 'balcao', 'connection credentials v1', 32)),
  );
  return {
    seal(name: string, plain: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(Buffer.from(name));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(name: string, sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
