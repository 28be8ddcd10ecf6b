import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListFilter, Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { useTimes } from '../ticket/use-times.ts';
import { markOf } from './past.ts';
import type { EventSentence } from './use-event-sentence.ts';
import { type Speed, speeds } from './use-playback.ts';

/** More marks than this blur into a bar: then only those that stand out are drawn. */
const MOST_MARKS = 120;

export type Shown = 'all' | 'main';

interface Props {
  /** The events one steps through, and which of them is current. */
  readonly events: readonly HistoryEventView[];
  readonly index: number;
  /** There are older ones, which are not here yet. */
  readonly hasOlder: boolean;
  /** Of the current one among all there are, from 1. */
  readonly number: number;
  readonly total: number;
  readonly told: EventSentence;
  readonly playing: boolean;
  readonly speed: Speed;
  readonly shown: Shown;
  readonly onIndex: (index: number) => void;
  readonly onFirst: () => void;
  readonly onPlay: (playing: boolean) => void;
  readonly onSpeed: (speed: Speed) => void;
  readonly onShown: (shown: Shown) => void;
}

const percent = (index: number, count: number) => (count < 2 ? 100 : (index / (count - 1)) * 100);

function Marks({ events, index }: Pick<Props, 'events' | 'index'>) {
  const all = events.length <= MOST_MARKS;
  return events.map((event, at) => {
    const mark = markOf(event);
    if (!all && mark !== 'danger' && mark !== 'ticket') return null;
    const kind = mark === 'danger' ? 'tk-d' : mark === 'edit' ? 'tk-n' : at <= index ? 'tk-p' : '';
    return <u key={event.revision} className={kind} style={{ left: `${percent(at, events.length)}%` }} />;
  });
}

function Filter({ shown, onShown }: Pick<Props, 'shown' | 'onShown'>) {
  const t = useT();
  const { close, button, popup } = usePopup('menu');
  return (
    <>
      <button type="button" className={shown === 'all' ? 'chip' : 'chip on'} {...button}>
        <ListFilter size={14} aria-hidden="true" />
        <span className="tk-tl-wide">{t('tickets.history.events')}</span>
        <b>{t(`tickets.history.shown.${shown}`)}</b>
      </button>
      <Menu {...popup}>
        {(['all', 'main'] as const).map((choice) => (
          <MenuItem
            key={choice}
            selected={choice === shown}
            onClick={() => {
              close();
              onShown(choice);
            }}
          >
            {t(`tickets.history.shown.${choice}.long`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The slider over a ticket's events, with the buttons a player has. */
export function Timeline(props: Props) {
  const { events, index, number, total, told, playing, speed, onIndex, onPlay, onSpeed } = props;
  const t = useT();
  const times = useTimes();
  const phone = useMediaQuery('(max-width: 599px)', { noSsr: true });
  const event = events[index];
  const first = events[0];
  const end = events.at(-1);
  if (event === undefined || first === undefined || end === undefined) return null;
  const at = percent(index, events.length);
  // Over several days the hour alone says too little.
  const several = times.day(first.at) !== times.day(end.at);
  const edge = (iso: string) => (several ? `${times.shortDate(iso)} ${times.time(iso)}` : times.time(iso));
  const atStart = index === 0 && !props.hasOlder;
  const atEnd = index === events.length - 1;
  return (
    <section className="tk-tl" aria-label={t('tickets.history.timeline')}>
      <div className="tk-tl-row">
        <IconButton
          label={t('tickets.history.first')}
          shortcut="Home"
          icon={SkipBack}
          disabled={atStart}
          onClick={props.onFirst}
        />
        <IconButton
          label={t('tickets.history.previous')}
          shortcut="←"
          icon={StepBack}
          disabled={atStart}
          onClick={() => onIndex(index - 1)}
        />
        <IconButton
          label={t(playing ? 'tickets.history.pause' : 'tickets.history.play')}
          icon={playing ? Pause : Play}
          className="ib-primary"
          onClick={() => onPlay(!playing)}
        />
        <IconButton
          label={t('tickets.history.next')}
          shortcut="→"
          icon={StepForward}
          disabled={atEnd}
          onClick={() => onIndex(index + 1)}
        />
        <IconButton
          label={t('tickets.history.last')}
          shortcut="End"
          icon={SkipForward}
          disabled={atEnd}
          onClick={() => onIndex(events.length - 1)}
        />
        <p className="tk-tl-now tk-trunc">
          <b className="num">{times.seconds(event.at)}</b> · {told.text}
        </p>
        <Filter shown={props.shown} onShown={props.onShown} />
        <button
          type="button"
          className={speed === 1 ? 'chip' : 'chip on'}
          aria-label={`${t('tickets.history.speed')}: ${speed}×`}
          onClick={() => onSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1)}
        >
          <b className="num">{speed}×</b>
        </button>
      </div>
      <div className="tk-bar">
        <input
          type="range"
          min={0}
          max={events.length - 1}
          value={index}
          aria-label={t('tickets.history.instant')}
          aria-valuetext={`${t('tickets.history.instantValue', {
            time: times.seconds(event.at),
            n: number,
            total,
          })}: ${told.text}`}
          onChange={({ target }) => onIndex(Number(target.value))}
        />
        <i className="tk-rail-l" />
        <i className="tk-fill" style={{ width: `${at}%` }} />
        <Marks events={events} index={index} />
        <i className="tk-th" style={{ left: `${at}%` }} />
      </div>
      <p className="tk-ends num" aria-hidden="true">
        <span className={at < (phone ? 30 : 10) ? 'tk-hide' : undefined}>
          {props.hasOlder ? '… ' : ''}
          {edge(first.at)}
        </span>
        <b style={{ left: `clamp(28px, ${at}%, calc(100% - 28px))` }}>{times.seconds(event.at)}</b>
        <span className={at > (phone ? 62 : 86) ? 'tk-hide' : undefined}>
          {t('tickets.history.nowMark', { time: edge(end.at) })}
        </span>
      </p>
    </section>
  );
}
