/** Seals what must not be readable in a store, under the name it is stored by. */
export interface Vault {
  seal(name: string, plainText: string): string;
  /** @throws when the key is another, or the value was changed or stored under another name */
  open(name: string, sealedText: string): string;
}
