import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLocale, useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { tint } from '../../shell/ui/hue.ts';
import { LinkedText } from '../../shell/ui/linked-text.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { TitledDialog } from '../../shell/ui/titled-dialog.tsx';
import { type Help, helpsQuery, markSeen, playerUrl, seenBy } from './data.ts';
import './helps.css';

const colours = ['anil', 'uva', 'mata', 'barro', 'ipe', 'lagoa', 'pitanga', 'oliva'] as const;

/** Nothing is fetched from where the videos lie until one is opened. */
const Player = ({ help, onClose }: { readonly help: Help; readonly onClose: () => void }) => {
  const url = playerUrl(help.video, useLocale());
  return (
    <TitledDialog title={help.title} look="page" onClose={onClose}>
      <div className="hp-player grid gap-12">
        {url === undefined ? null : (
          <iframe
            className="block full"
            src={url}
            title={help.title}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            allowFullScreen
            // Without it the player refuses to play.
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          />
        )}
        {help.description === '' ? null : (
          <p className="anywhere pre">
            <LinkedText text={help.description} />
          </p>
        )}
      </div>
    </TitledDialog>
  );
};

/** /helps: every video as a card, played on this page. */
export const HelpsPage = () => {
  const t = useT();
  const { user } = useSession();
  const { data, error, refetch } = useQuery(helpsQuery);
  const [open, setOpen] = useState<Help>();
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => seenBy(user.id));
  const play = (help: Help) => {
    markSeen(user.id, help.id);
    setSeen(seenBy(user.id));
    setOpen(help);
  };
  const edit = user.super ? (
    <Button
      variant="outlined"
      component={Link}
      to="/settings/helps"
      startIcon={<Pencil size={16} aria-hidden="true" />}
    >
      {t('helps.edit')}
    </Button>
  ) : null;
  return (
    <section className="page scroll">
      <PageHeader title={t('helps.title')} {...(data && { count: data.length })}>
        {edit}
      </PageHeader>
      {data === undefined && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <SkeletonRows rows={4} height={120} /> : null}
      {data?.length === 0 ? <EmptyState title={t('helps.none')} text={t('helps.noneText')} /> : null}
      <ul className="hp-grid auto-280 grid gap-16">
        {data?.map((help, index) => (
          <li key={help.id}>
            <button
              type="button"
              className="card hp-card col full high clip left"
              aria-label={t('helps.play', { title: help.title })}
              {...(help.description && { 'aria-describedby': `help-${help.id}` })}
              onClick={() => play(help)}
            >
              <span className="hp-art tone middle fixed at" style={tint(colours[index % colours.length])}>
                <Clapperboard size={56} strokeWidth={1.5} aria-hidden="true" />
                <span className="hp-play middle bg-1 round">
                  <Play size={16} aria-hidden="true" />
                </span>
                {seen.has(help.id) ? <span className="hp-seen tag bg-1 ink">{t('helps.seen')}</span> : null}
              </span>
              <span className="col gap-2 p-12-16 anywhere">
                <b className="linked">{help.title}</b>
                <span className="small muted" id={`help-${help.id}`}>
                  {help.description}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : <Player help={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
};
