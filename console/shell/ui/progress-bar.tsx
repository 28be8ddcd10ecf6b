interface Part {
  readonly count: number;
  /** One of the tones (`c-ok`, `c-err` …); without one it has the accent. */
  readonly tone?: string;
}

interface Props {
  readonly label: string;
  readonly all: number;
  /** How many are through, of all. */
  readonly now: number;
  readonly parts: readonly Part[];
}

/** Returns how far something is, in parts: what went well, what did not. */
export const ProgressBar = ({ label, all, now, parts }: Props) => (
  <div
    className="meter wide"
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={all}
    aria-valuenow={now}
  >
    {/* A part of nothing would still have the gap before it: all of ten would not look like all. */}
    {parts
      .filter(({ count }) => count > 0)
      .map(({ count, tone = 'c' }) => (
        <i key={tone} className={tone} style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }} />
      ))}
  </div>
);
