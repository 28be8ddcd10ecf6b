import type { ContactListDetail } from '../../../contract/contact-list.ts';
import { useT } from '../../shell/i18n.ts';
import type { ItemState } from './data.ts';
import { useCount } from './import-parts.tsx';

interface Props {
  readonly list: ContactListDetail;
  /** Undefined: all. */
  readonly chosen: ItemState | undefined;
  readonly onChoose: (state: ItemState | undefined) => void;
}

/** All of a list, or those of whom the network says the same. */
export function ItemTabs({ list, chosen, onChoose }: Props) {
  const t = useT();
  const count = useCount();
  const { contactsCount, validCount, invalidCount } = list;
  const tabs = [
    [undefined, 'all', contactsCount],
    ['valid', 'valid', validCount],
    ['invalid', 'invalid', invalidCount],
    ['unchecked', 'unchecked', Math.max(0, contactsCount - validCount - invalidCount)],
  ] as const;
  return (
    <div
      className="seg grid cl-tabs fixed max-full mb-12 scrolls"
      role="tablist"
      aria-label={t('lists.validity')}
    >
      {tabs.map(([state, name, of]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={state === chosen}
          onClick={() => onChoose(state)}
        >
          {t(`lists.tabs.${name}`)} <span className="num">{count(of)}</span>
        </button>
      ))}
    </div>
  );
}
