import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListFilter, Pause, Play, SkipBack, SkipForward, StepBack, StepForward } from 'lucide-react';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useT } from '../../../shell/i18n.ts';
import { ChipButton } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { useTimes } from '../ticket/use-times.ts';
import { PHONE } from '../ticket/widths.ts';
import { markOf } from './past.ts';
import { useTravel } from './travel.ts';
import { speeds } from './use-playback.ts';
import './timeline.css';

/** More marks than this blur into a bar: then only those that stand out are drawn. */
const MOST_MARKS = 120;

/** What the thumb's time would lie on. */
const hiddenStyle = { visibility: 'hidden' } as const;

const percent = (index: number, count: number) => (count < 2 ? 100 : (index / (count - 1)) * 100);

function Marks() {
  const { events, index } = useTravel();
  const all = events.length <= MOST_MARKS;
  return events.map((event, at) => {
    const mark = markOf(event);
    if (!all && mark !== 'danger' && mark !== 'ticket') return null;
    const kind = mark === 'danger' ? 'c-err' : mark === 'edit' ? 'c-info' : at <= index ? 'tk-p' : '';
    return <u key={event.revision} className={kind} style={{ left: `${percent(at, events.length)}%` }} />;
  });
}

function Filter() {
  const t = useT();
  const { filter, setFilter } = useTravel();
  const { close, button, popup } = usePopup('menu');
  return (
    <>
      <ChipButton on={filter !== 'all'} {...button}>
        <ListFilter size={14} aria-hidden="true" />
        <span className="wide-only">{t('tickets.history.events')}</span>
        <b>{t(`tickets.history.shown.${filter}`)}</b>
      </ChipButton>
      <Menu {...popup}>
        {(['all', 'main'] as const).map((choice) => (
          <MenuItem
            key={choice}
            selected={choice === filter}
            onClick={() => {
              close();
              setFilter(choice);
            }}
          >
            {t(`tickets.history.shown.${choice}.long`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The buttons a player has. */
function PlayerButtons() {
  const t = useT();
  const { events, index, history, playing, play, toIndex, toFirst } = useTravel();
  const atStart = index === 0 && !history.hasOlder;
  const atEnd = index === events.length - 1;
  return (
    <>
      <IconButton
        label={t('tickets.history.first')}
        shortcut="Home"
        icon={SkipBack}
        disabled={atStart}
        onClick={toFirst}
      />
      <IconButton
        label={t('tickets.history.previous')}
        shortcut="←"
        icon={StepBack}
        disabled={atStart}
        onClick={() => toIndex(index - 1)}
      />
      <IconButton
        label={t(playing ? 'tickets.history.pause' : 'tickets.history.play')}
        icon={playing ? Pause : Play}
        color="primary"
        onClick={() => play(!playing)}
      />
      <IconButton
        label={t('tickets.history.next')}
        shortcut="→"
        icon={StepForward}
        disabled={atEnd}
        onClick={() => toIndex(index + 1)}
      />
      <IconButton
        label={t('tickets.history.last')}
        shortcut="End"
        icon={SkipForward}
        disabled={atEnd}
        onClick={() => toIndex(events.length - 1)}
      />
    </>
  );
}

function SpeedButton() {
  const t = useT();
  const { speed, setSpeed } = useTravel();
  return (
    <ChipButton
      on={speed !== 1}
      aria-label={`${t('tickets.history.speed')}: ${speed}×`}
      onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1)}
    >
      <b className="num">{speed}×</b>
    </ChipButton>
  );
}

/** The slider over a ticket's events, with the buttons a player has; `event` is the current one. */
export function Timeline({ event }: { readonly event: HistoryEventView }) {
  const t = useT();
  const times = useTimes();
  const { events, index, last, history, describe, toIndex } = useTravel();
  const phone = useMediaQuery(PHONE, { noSsr: true });
  const firstEvent = events[0] ?? event;
  const end = events.at(-1) ?? event;
  const { text } = describe(event);
  const at = percent(index, events.length);
  // Over several days the hour alone says too little.
  const several = times.day(firstEvent.at) !== times.day(end.at);
  const edge = (iso: string) => (several ? `${times.shortDate(iso)} ${times.time(iso)}` : times.time(iso));
  const instant = { time: times.seconds(event.at), n: event.revision + 1, total: last + 1 };
  return (
    <section className="tk-tl fixed bg-1 line-t" aria-label={t('tickets.history.timeline')}>
      <div className="tk-tl-row row gap-4 phone-wrap">
        <PlayerButtons />
        <p className="tk-tl-now grow small lh-18 muted trunc">
          <b className="num ink">{instant.time}</b> · {text}
        </p>
        <Filter />
        <SpeedButton />
      </div>
      <div className="tk-bar at">
        <input
          type="range"
          min={0}
          max={events.length - 1}
          value={index}
          aria-label={t('tickets.history.instant')}
          aria-valuetext={`${t('tickets.history.instantValue', instant)}: ${text}`}
          onChange={({ target }) => toIndex(Number(target.value))}
        />
        <i className="tk-rail full bg-3" />
        <i className="tk-rail bg-accent" style={{ width: `${at}%` }} />
        <Marks />
        <i className="tk-th" style={{ left: `${at}%` }} />
      </div>
      <p className="tk-ends flex num caption subtle lh-16 between at" aria-hidden="true">
        <span style={at < (phone ? 30 : 10) ? hiddenStyle : undefined}>
          {history.hasOlder ? '… ' : ''}
          {edge(firstEvent.at)}
        </span>
        <b className="t-accent" style={{ left: `clamp(28px, ${at}%, calc(100% - 28px))` }}>
          {instant.time}
        </b>
        <span style={at > (phone ? 62 : 86) ? hiddenStyle : undefined}>
          {t('tickets.history.nowMark', { time: edge(end.at) })}
        </span>
      </p>
    </section>
  );
}
