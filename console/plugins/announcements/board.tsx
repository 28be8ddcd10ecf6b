import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronsDown, ChevronsUp, Equal, Megaphone } from 'lucide-react';
import { useState } from 'react';
import type { ActiveAnnouncement } from '../../../contract/announcement.ts';
import { writtenDay } from '../../shell/days.ts';
import { useT } from '../../shell/i18n.ts';
import { notifyError } from '../../shell/notify.ts';
import { patchQuery } from '../../shell/patch-query.ts';
import { BarMark, BarPopover } from '../../shell/ui/bar-popover.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { LinkedText } from '../../shell/ui/linked-text.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { usePopup } from '../../shell/ui/use-popup.ts';
import { activeQuery, inOrder, markRead } from './data.ts';

const icons = { 1: ChevronsUp, 2: Equal, 3: ChevronsDown } as const;

interface PriorityProps extends Pick<ActiveAnnouncement, 'priority'> {
  /** In words beside its sign, too. */
  readonly spelled?: boolean;
}
const looks = { 1: 't-danger', 2: 't-warning', 3: 'subtle' } as const;
const Priority = ({ priority, spelled }: PriorityProps) => {
  const t = useT();
  const Icon = icons[priority];
  return (
    <span className={`inline gap-4 ${looks[priority]}`}>
      <Icon size={16} aria-hidden="true" />
      <span className={spelled ? undefined : 'vh'}>{t(`announcements.priority.${priority}`)}</span>
    </span>
  );
};

const One = ({ one, onClose }: { readonly one: ActiveAnnouncement; readonly onClose: () => void }) => (
  <TitledDialog title={one.title} look="page" onClose={onClose}>
    <p className="row gap-6 mb-12 caption subtle">
      <Priority spelled priority={one.priority} />
      <time dateTime={one.createdAt}>{writtenDay(one.createdAt)}</time>
    </p>
    <p className="pre anywhere message lh-24">
      <LinkedText text={one.text} />
    </p>
    {one.mediaPathUrl === null ? null : (
      <img className="block mt-16 max-full r-md" src={one.mediaPathUrl} alt={one.mediaName ?? ''} />
    )}
  </TitledDialog>
);

interface Props {
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/** Returns the announcements, and what marks some of them as read. */
function useAnnouncements() {
  const cache = useQueryClient();
  const query = useQuery(activeQuery);
  const all = query.data ?? [];
  const unreadOnes = all.filter(({ read }) => !read);
  const read = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    patchQuery<readonly ActiveAnnouncement[]>(cache, activeQuery.queryKey, (held) =>
      held.map((one) => (ids.includes(one.id) ? { ...one, read: true } : one)),
    );
    markRead(ids).catch((error: unknown) => {
      notifyError(error);
      void cache.invalidateQueries({ queryKey: activeQuery.queryKey });
    });
  };
  return { query, all, unread: unreadOnes, read };
}

/** The announcements, below what was pressed; one is opened with its whole text and its picture. */
export function AnnouncementsPopover({ anchor, onClose }: Props) {
  const t = useT();
  const { query, all, unread, read } = useAnnouncements();
  const [open, setOpen] = useState<ActiveAnnouncement>();
  if (open !== undefined)
    return (
      <One
        one={open}
        onClose={() => {
          setOpen(undefined);
          onClose();
        }}
      />
    );
  return (
    <BarPopover
      title={t('announcements.title')}
      anchor={anchor}
      onClose={onClose}
      action={
        unread.length === 0 ? null : (
          <Button size="small" onClick={() => read(unread.map(({ id }) => id))}>
            {t('announcements.readAll')}
          </Button>
        )
      }
    >
      {query.error && !query.data ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : query.isPending ? (
        <SkeletonRows rows={3} />
      ) : all.length === 0 ? (
        <EmptyState title={t('announcements.none')} text={t('announcements.none.text')} />
      ) : (
        <ul>
          {inOrder(all).map((one) => (
            <li key={one.id}>
              <button
                className="pick row gap-10 h-44 full left p-8-12"
                type="button"
                onClick={() => {
                  setOpen(one);
                  if (!one.read) read([one.id]);
                }}
              >
                <Priority priority={one.priority} />
                <span className="grow grid narrow small lh-18">
                  <b className={`trunc ${one.read ? 'medium' : 'bold'}`}>{one.title}</b>
                  <small className="caption subtle">
                    {t(one.read ? 'announcements.read' : 'announcements.new')} · {writtenDay(one.createdAt)}
                  </small>
                </span>
                {one.read ? null : <span className="qd fixed round c-accent" aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </BarPopover>
  );
}

/** There are some that who is signed in has not read. */
export function AnnouncementsMark() {
  const { unread } = useAnnouncements();
  return unread.length === 0 ? null : <BarMark isUrgent={unread.some(({ priority }) => priority === 1)} />;
}

/** The bar's; a phone has its place in the account's menu. */
export function AnnouncementsButton() {
  const t = useT();
  const { close, button, popup } = usePopup('dialog');
  const { unread } = useAnnouncements();
  const count = unread.length;
  return (
    <>
      <IconButton
        className="wide-only"
        label={count === 0 ? t('announcements.title') : t('announcements.count', { smart_count: count })}
        icon={Megaphone}
        {...button}
      >
        <AnnouncementsMark />
      </IconButton>
      <AnnouncementsPopover anchor={popup.anchorEl} onClose={close} />
    </>
  );
}
