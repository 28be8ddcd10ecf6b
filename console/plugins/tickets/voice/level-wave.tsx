import { useEffect, useState } from 'react';
import { BAR_MS, loudness, moveBars, silence } from './level.ts';

/** What the microphone hears, as bars that run: who records sees that they are heard, or that they are not. */
export function LevelWave({ stream }: { readonly stream: MediaStream | undefined }) {
  const [bars, setBars] = useState(silence);
  useEffect(() => {
    if (stream === undefined) return;
    let context: AudioContext;
    try {
      context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(stream).connect(analyser);
      const samples = new Uint8Array(analyser.fftSize);
      const timer = setInterval(() => {
        analyser.getByteTimeDomainData(samples);
        const level = loudness(samples);
        setBars((held) => moveBars(held, level));
      }, BAR_MS);
      return () => {
        clearInterval(timer);
        void context.close();
      };
    } catch {
      // A picture only: where the sound cannot be looked at, it is recorded all the same.
      return;
    }
  }, [stream]);
  return (
    <svg
      className="tk-level grow"
      viewBox={`0 0 ${bars.length * 4} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {bars.map((level, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
          key={index}
          x={index * 4 + 0.8}
          y={12 - (1 + level * 10)}
          width={2.4}
          height={2 + level * 20}
          rx={1.2}
        />
      ))}
    </svg>
  );
}
