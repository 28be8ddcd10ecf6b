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

const loadVoice = () => import('./voice.ts');

/** A recording as it goes out, and its length in seconds. */
export interface Voice {
  readonly file: File;
  readonly seconds: number;
}

/** Resolves with what was recorded as a file, undefined where it is too short; the microphone is let go. */
async function voiceOf(held: Running): Promise<Voice | undefined> {
  const seconds = Math.round((performance.now() - held.since) / 100) / 10;
  const recorded = await endRecording(held).finally(() => release(held));
  if (recorded.size < LEAST_BYTES) return undefined;
  // Said once, it cannot be said again: where it cannot be prepared it goes as it is, a sound file that the phone plays.
  const voice = await loadVoice().then(
    ({ toVoice }) => toVoice(recorded).catch(() => recorded),
    () => recorded,
  );
  const name = recordingName(new Date(), voice.type);
  return { file: new File([voice], name, { type: voice.type }), seconds };
}

/**
 * Returns a recorder: idle, recording, then sent or cancelled. The microphone is let go whatever happens, also when
 * the ticket is left, or a colleague ends it: what was said until then is handed to `onLeft`.
 */
export function useRecorder(onVoice: (voice: Voice) => void, onLeft: (voice: Voice) => void) {
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
  const latestLeft = useRef(onLeft);
  latestLeft.current = onLeft;
  const leave = useCallback(() => {
    const held = runningRecorder.current;
    runningRecorder.current = undefined;
    drop();
    if (held === undefined) return;
    voiceOf(held).then(
      (voice) => voice && latestLeft.current(voice),
      () => notify.error('errors.generic'),
    );
  }, [drop]);
  useEffect(() => leave, [leave]);

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
      // While the line is there: a part that is loaded is there at the end.
      loadVoice().catch(() => undefined);
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
    try {
      const voice = await voiceOf(heldRecorder);
      if (voice === undefined) notify.info('tickets.record.short');
      else if (!isDropped()) onVoice(voice);
    } catch {
      notify.error('errors.generic');
    }
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
