import { useCallback, useEffect, useRef, useState } from 'react';
import { notify } from '../../../shell/notify.ts';
import { BITS_PER_SECOND, LEAST_BYTES, recordingName, recordingType } from './recording.ts';

export type RecorderState = 'idle' | 'asking' | 'recording' | 'sending';

interface Running {
  readonly media: MediaRecorder;
  readonly stream: MediaStream;
  readonly chunks: Blob[];
  readonly since: number;
}

function release({ stream }: Pick<Running, 'stream'>): void {
  for (const track of stream.getTracks()) track.stop();
}

/**
 * Resolves with what was recorded, which ends now: the last piece comes only with the end. A microphone that was
 * unplugged has ended it already.
 */
const endRecording = ({ media, chunks }: Running): Promise<Blob> =>
  new Promise((resolve) => {
    const whole = () => resolve(new Blob(chunks, { type: media.mimeType }));
    if (media.state === 'inactive') return whole();
    media.addEventListener('stop', whole, { once: true });
    media.stop();
  });

/**
 * Returns a recorder: idle, recording, then sent or cancelled. The microphone is let go whatever happens, also when
 * the ticket is left.
 */
export function useRecorder(onVoice: (file: File, seconds: number) => void) {
  const [state, setState] = useState<RecorderState>('idle');
  const [since, setSince] = useState(0);
  const runningRecorder = useRef<Running>(undefined);
  /** Grows with each start and cancel: a microphone that is granted too late is let go again. */
  const turn = useRef(0);
  /** Which of them is being prepared: thrown away meanwhile, it is not sent. */
  const preparing = useRef(0);

  const drop = useCallback(() => {
    turn.current += 1;
    const held = runningRecorder.current;
    runningRecorder.current = undefined;
    if (held === undefined) return;
    if (held.media.state !== 'inactive') held.media.stop();
    release(held);
  }, []);
  useEffect(() => drop, [drop]);

  const start = async () => {
    if (state !== 'idle') return;
    const ownTurn = ++turn.current;
    setState('asking');
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (turn.current !== ownTurn) return release({ stream });
      const mimeType = recordingType((type) => MediaRecorder.isTypeSupported(type));
      const options = { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType !== undefined && { mimeType }) };
      const media = new MediaRecorder(stream, options);
      const held: Running = { media, stream, chunks: [], since: performance.now() };
      media.addEventListener('dataavailable', ({ data }) => held.chunks.push(data));
      media.start();
      runningRecorder.current = held;
      setSince(held.since);
      setState('recording');
    } catch {
      // No microphone, or none allowed: the spec has the generic error for it.
      if (turn.current !== ownTurn) return;
      drop();
      setState('idle');
      notify.error('errors.generic');
    }
  };
  const cancel = () => {
    preparing.current = 0;
    drop();
    setState('idle');
  };
  const send = async () => {
    const heldRecorder = runningRecorder.current;
    if (heldRecorder === undefined || state !== 'recording') return;
    runningRecorder.current = undefined;
    const mine = turn.current;
    preparing.current = mine;
    const isDropped = () => preparing.current !== mine;
    setState('sending');
    const seconds = (performance.now() - heldRecorder.since) / 1000;
    try {
      const recorded = await endRecording(heldRecorder);
      if (recorded.size < LEAST_BYTES) notify.info('tickets.record.short');
      else {
        const voice = await import('./voice.ts').then(({ toVoice }) => toVoice(recorded));
        const name = recordingName(new Date(), voice.type);
        if (!isDropped())
          onVoice(new File([voice], name, { type: voice.type }), Math.round(seconds * 10) / 10);
      }
    } catch {
      notify.error('errors.generic');
    }
    release(heldRecorder);
    if (!isDropped()) setState('idle');
  };
  return {
    state,
    since,
    stream: state === 'recording' ? runningRecorder.current?.stream : undefined,
    start,
    cancel,
    send,
  };
}

export type Recorder = ReturnType<typeof useRecorder>;
