import {
  type BinaryNode,
  getBinaryNodeChildren,
  MISSING_KEYS_ERROR_TEXT,
  type SocketConfig,
  type WAMessage,
} from 'baileys';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { makeSignalRepository as makeRepository } from './signal-repository.ts';

/**
 * Returns what tells a message that comes twice from one that was lost between its decryption and its being taken: a link
 * or a process that ends there leaves its key used, and the network hands it over again. Baileys takes every first message
 * of a conversation whose key is used for one that it has, and confirms it unread (Baileys#2810). What nobody took is asked
 * for again instead, as all else that cannot be decrypted.
 */
export function createUsedKeys() {
  const takenMessages = boundedCache<true>(5_000);
  const idOf = new WeakMap<Uint8Array, string>();

  const makeSignalRepository: SocketConfig['makeSignalRepository'] = (...given) => {
    const repository = makeRepository(...given);
    const decrypt = repository.decryptMessage;
    repository.decryptMessage = async (sealed) => {
      try {
        return await decrypt(sealed);
      } catch (error) {
        if ((error as Error).message !== MISSING_KEYS_ERROR_TEXT) throw error;
        if (takenMessages.has(idOf.get(sealed.ciphertext) ?? '')) throw error;
        throw new Error('the key of a message that nobody took is used', { cause: error });
      }
    };
    return repository;
  };

  return {
    makeSignalRepository,
    /** To be called before Baileys decrypts it. */
    heard(stanza: BinaryNode): void {
      for (const { content } of getBinaryNodeChildren(stanza, 'enc'))
        if (content instanceof Uint8Array) idOf.set(content, stanza.attrs.id ?? '');
    },
    /** Whatever could be read of it was handed over: when it comes again, nothing need be done. */
    taken({ key, message }: WAMessage): void {
      if (message && key.id) takenMessages.set(key.id, true);
    },
  };
}
