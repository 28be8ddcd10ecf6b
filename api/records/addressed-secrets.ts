import { DomainError } from '../../domain/errors.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { addressedSecrets, addressOf, type RecordDefinition } from '../../domain/records/definition.ts';
import { isSamePlace } from '../../domain/records/shapes.ts';
import { bindSecret, secretsKept } from '../../messaging/secrets.ts';
import type { RecordDocument } from '../../projections/records/document.ts';

type Values = Readonly<Record<string, unknown>>;
/** What comes along in a request, by name; null: it goes. */
type Given = Readonly<Record<string, string | null>>;

/**
 * Returns secrets that are sent to an address of their own row. Whoever may change that, but does not know the secret,
 * must not be told it: the vault keeps beside each for which address it was given, and it is used for no other. That
 * holds whatever comes between a row's event and its secret (a death, another request). That another address is refused
 * without its secret says so in time.
 */
export function createAddressedSecrets(definition: RecordDefinition, state: StateStore) {
  const addressed = addressedSecrets(definition).map(([name]) => name);

  const addressesOf = (values: Values) =>
    Object.fromEntries(addressed.map((name) => [name, addressOf(definition, name, values)]));

  /** @throws ERR_VALIDATION naming the secrets that would be left behind */
  function demandKept(kept: ReadonlyMap<string, string | undefined>, before: Values, after: Values) {
    const [was, is] = [addressesOf(before), addressesOf(after)];
    const left = [...kept].filter(
      ([name, sentTo]) => !isSamePlace(is[name], was[name]) && !isSamePlace(is[name], sentTo),
    );
    if (left.length > 0)
      throw new DomainError('ERR_VALIDATION', 'Kept for another address', {
        errors: Object.fromEntries(left.map(([name]) => [name, 'required'])),
      });
  }

  /**
   * Returns what an update has to be decided with, and then the addresses of what came along: those of the row as it was decided.
   * @param document the row as it was read, which may be a moment old
   */
  async function prepareUpdate(place: string, document: RecordDocument, values: Values, given: Given) {
    let addresses = addressesOf({ ...document, ...values });
    if (addressed.length === 0) return { amend: undefined, addresses: () => addresses };
    const kept = new Map([...(await secretsKept(state, place))].filter(([name]) => addressed.includes(name)));
    // One of before that is replaced: until its successor is there it must not be sent to the new address.
    for (const name of addressed.filter((one) => given[one] !== undefined && kept.has(one)))
      await bindSecret(state, place, name, addressOf(definition, name, document) ?? '');
    const left = new Map([...kept].filter(([name]) => given[name] === undefined));
    const amend = (before: Values): Values => {
      const after = { ...before, ...values };
      demandKept(left, before, after);
      addresses = addressesOf(after);
      return {};
    };
    return { amend, addresses: () => addresses };
  }

  return { addressesOf, prepareUpdate };
}
