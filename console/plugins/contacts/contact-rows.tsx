import useMediaQuery from '@mui/material/useMediaQuery';
import { useVirtualizer } from '@tanstack/react-virtual';
import { MegaphoneOff, Merge, MessageSquarePlus, Pencil, ShieldUser, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { ContactView } from '../../../contract/contact.ts';
import { useT } from '../../shell/i18n.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ContactMenu } from './contact-menu.tsx';
import { reachedAt } from './offers/phone.ts';

const NEAR_END_PX = 100;
const NARROW = 899;

interface Props {
  readonly contacts: readonly ContactView[];
  readonly mayDelete: boolean;
  readonly mayPersonal: boolean;
  readonly mayMerge: boolean;
  readonly onTicket: (contact: ContactView) => void;
  readonly onEdit: (contact: ContactView) => void;
  readonly onDelete: (contact: ContactView) => void;
  readonly onMerge: (contact: ContactView) => void;
  /** What the person may demand of their data. */
  readonly onPersonal: (contact: ContactView) => void;
  /** The end of what is loaded comes near. */
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

/** Where the rows would be that are not drawn. */
const Gap = ({ height }: { readonly height: number }) => (
  <tr className="ct-gap" style={{ height }}>
    <td colSpan={4} />
  </tr>
);

interface RowProps extends Omit<Props, 'contacts' | 'children' | 'onEnd'> {
  readonly contact: ContactView;
  readonly index: number;
  readonly height: number;
  readonly narrow: boolean;
}

function Row({ contact, index, height, narrow, mayDelete, mayPersonal, mayMerge, ...on }: RowProps) {
  const { onTicket, onEdit, onDelete, onMerge, onPersonal } = on;
  const t = useT();
  const { name } = contact;
  const more = [
    ...(mayMerge && !contact.isGroup
      ? [{ icon: Merge, label: t('contacts.mergeOne', { name }), run: () => onMerge(contact) }]
      : []),
    ...(mayPersonal
      ? [
          {
            icon: ShieldUser,
            label: t('contacts.personal.title', { name }),
            run: () => onPersonal(contact),
          },
        ]
      : []),
    ...(mayDelete && narrow
      ? [{ icon: Trash2, label: t('contacts.deleteOne', { name }), run: () => onDelete(contact) }]
      : []),
  ];
  return (
    <tr data-index={index} aria-rowindex={index + 2} style={{ height }}>
      <td>
        <span className="row gap-12">
          <Avatar name={name} id={contact.id} size={36} src={contact.profilePicUrl} />
          <span className="narrow">
            <span className="row">
              <button
                type="button"
                className="ct-name body medium trunc linked r-sm"
                onClick={() => onEdit(contact)}
              >
                {name}
              </button>
              {contact.leftCampaigns === undefined ? null : (
                <MegaphoneOff
                  className="subtle"
                  size={16}
                  role="img"
                  aria-label={t('contacts.noCampaigns')}
                  aria-hidden={false}
                />
              )}
            </span>
            {narrow ? <span className="block caption lh-16 num trunc">{reachedAt(contact)}</span> : null}
          </span>
        </span>
      </td>
      {narrow ? null : (
        <>
          <td className="num nowrap">{reachedAt(contact)}</td>
          <td className="muted trunc">{contact.email}</td>
        </>
      )}
      <td className="ct-actions deeds nowrap">
        <IconButton
          label={t('contacts.ticketWith', { name })}
          icon={MessageSquarePlus}
          disabled={reachedAt(contact) === ''}
          onClick={() => onTicket(contact)}
        />
        <IconButton
          className="ct-edit"
          label={t('contacts.editOne', { name })}
          icon={Pencil}
          onClick={() => onEdit(contact)}
        />
        {mayDelete && !narrow ? (
          <IconButton
            label={t('contacts.deleteOne', { name })}
            icon={Trash2}
            onClick={() => onDelete(contact)}
          />
        ) : null}
        {more.length === 0 ? null : <ContactMenu label={t('contacts.more', { name })} deeds={more} />}
      </td>
    </tr>
  );
}

/** A table of any length: only the rows in sight are drawn. On a phone each row is a card. */
export const ContactRows = (props: Props) => {
  const { contacts, onEnd, children } = props;
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(`(max-width:${NARROW}px)`, { noSsr: true });
  const height = narrow ? 76 : 56;
  const rows = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: (index) => contacts[index]?.id ?? index,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height makes every measure void
  useLayoutEffect(() => rows.measure(), [height]);
  const look = () => {
    const element = box.current;
    if (element === null) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX) onEnd();
  };
  // A page that does not fill the screen never scrolls: the next one is asked for at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: to be looked at again when there is more
  useEffect(look, [contacts.length]);

  /** Up, down, first and last walk over the names; drawn or not, the row is brought into sight first. */
  const walk = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (row === null) return;
    const at = Number(row.dataset.index);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: contacts.length - 1 }[event.key];
    if (to === undefined || to < 0 || to >= contacts.length) return;
    event.preventDefault();
    rows.scrollToIndex(to, { align: 'auto' });
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-index="${to}"] .ct-name`)
        ?.focus({ preventScroll: true }),
    );
  };
  const items = rows.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="ct-scroll scroll shrink-y" ref={box} onScroll={look}>
      {contacts.length === 0 ? null : (
        <CardTable
          below={NARROW}
          className="ct-table even"
          aria-rowcount={contacts.length + 1}
          onKeyDown={walk}
        >
          <thead>
            <tr>
              <th className="bg-1 sticky" scope="col">
                {t('contact.name')}
              </th>
              <th className="bg-1 sticky" scope="col">
                {t('contacts.column.number')}
              </th>
              <th className="bg-1 sticky" scope="col">
                {t('contact.email')}
              </th>
              <th className="bg-1 sticky" scope="col">
                <span className="vh">{t('contacts.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {before === 0 ? null : <Gap height={before} />}
            {items.map(({ index, key }) => {
              const contact = contacts[index];
              if (contact === undefined) return null;
              return (
                <Row key={key} contact={contact} index={index} height={height} narrow={narrow} {...props} />
              );
            })}
            {after <= 0 ? null : <Gap height={after} />}
          </tbody>
        </CardTable>
      )}
      {children}
    </div>
  );
};
