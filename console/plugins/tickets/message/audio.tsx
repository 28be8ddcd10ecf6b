import { Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { useT } from '../../../shell/i18n.ts';
import { Broken } from './broken.tsx';
import { clock, wave } from './wave.ts';

const SPEEDS = [1, 1.5, 2] as const;

/** One audio at a time: starting another pauses this one. */
let playing: HTMLAudioElement | undefined;

export function Audio({ message }: { readonly message: MessageView }) {
  const t = useT();
  const element = useRef<HTMLAudioElement>(null);
  const [on, setOn] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(message.media?.seconds ?? 0);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const [broken, setBroken] = useState(false);
  const bars = useMemo(() => wave(message.id), [message.id]);

  useEffect(() => {
    if (element.current !== null) element.current.playbackRate = speed;
  }, [speed]);
  useEffect(() => {
    const audio = element.current;
    return () => audio?.pause();
  }, []);

  if (message.mediaUrl === null || broken) return <Broken message={message} />;
  const toggle = () => {
    const audio = element.current;
    if (audio === null) return;
    if (!audio.paused) return audio.pause();
    if (playing !== audio) playing?.pause();
    playing = audio;
    audio.play().catch(() => setBroken(true));
  };
  const donePart = length > 0 ? at / length : 0;
  return (
    <div className="tk-audio flex gap-12 top max-full">
      {/* biome-ignore lint/a11y/useMediaCaption: a voice message has no captions */}
      <audio
        ref={element}
        src={message.mediaUrl}
        preload="none"
        onPlay={() => setOn(true)}
        onPause={() => setOn(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          // A recording streamed without a length says Infinity: the length the server measured stays.
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration);
        }}
        onError={() => setBroken(true)}
      />
      <button
        type="button"
        className="tk-ic middle fixed round bg-accent t-on"
        onClick={toggle}
        aria-label={`${t(on ? 'tickets.message.pause' : 'tickets.message.play')} ${clock(length)}`}
      >
        {on ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
      </button>
      <div className="grow">
        <div className="tk-wave at full">
          <svg viewBox="0 0 208 28" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            {bars.map((height, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity and never move
                key={index}
                className={index / bars.length < donePart ? 'tk-p' : undefined}
                x={index * 4}
                y={14 - height * 12}
                width={2.4}
                height={height * 24}
                rx={1.2}
              />
            ))}
          </svg>
          <input
            className="full no-m"
            type="range"
            min={0}
            max={Math.max(length, 1)}
            step={0.1}
            value={Math.min(at, Math.max(length, 1))}
            aria-label={t('tickets.message.seek')}
            aria-valuetext={`${clock(at)} / ${clock(length)}`}
            onChange={(event) => {
              const to = Number(event.target.value);
              setAt(to);
              if (element.current !== null) element.current.currentTime = to;
            }}
          />
        </div>
        <small className="block lh-16 mt-2 tk-dim">{clock(on || at > 0 ? at : length)}</small>
      </div>
      <button
        type="button"
        className="tag tk-felt at pill bg-2 semibold muted mt-2"
        aria-label={t('tickets.message.speed', { speed: `${speed}×` })}
        onClick={() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1)}
      >
        {speed}×
      </button>
    </div>
  );
}
