import Button from '@mui/material/Button';
import { SendHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { LevelWave } from './level-wave.tsx';
import { clock } from './recording.ts';
import type { Recorder } from './use-recorder.ts';
import './record-bar.css';

/** In the composer's place while the microphone listens: since when, away with it, or send it. */
export function RecordBar({ recorder }: { readonly recorder: Recorder }) {
  const t = useT();
  const { state, since } = recorder;
  const [now, setNow] = useState(performance.now());
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (state === 'recording') button.current?.focus();
  }, [state]);
  const listening = state === 'recording';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc cancels from any of its buttons
    <div
      className="tk-in tk-record small wrap"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        recorder.cancel();
      }}
    >
      <Button aria-label={t('tickets.record.cancel')} aria-keyshortcuts="Escape" onClick={recorder.cancel}>
        <Trash2 size={16} aria-hidden="true" />
        <span className="wide-only">{t('tickets.failed.discard')}</span>
        <kbd className="tk-record-key">Esc</kbd>
      </Button>
      <span className="tk-record-dot fixed round" data-on={listening ? '' : undefined} aria-hidden="true" />
      <span role="status">{t(`tickets.record.${state}`)}</span>
      <time className="num">{listening ? clock(Math.max(0, now - since) / 1000) : ''}</time>
      <LevelWave stream={recorder.stream} />
      <Button
        ref={button}
        variant="contained"
        aria-disabled={!listening}
        onClick={() => void recorder.send()}
      >
        {t('tickets.record.send')}
        <SendHorizontal size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
