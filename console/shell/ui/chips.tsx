import { nearestHue } from './hue.ts';

const known = (color: string) => {
  const hue = nearestHue(color);
  return hue === undefined ? 'c-none' : `c-${hue}`;
};

/** A queue's square; its name stands beside it. */
export const QueueDot = ({ color }: { readonly color: string }) => (
  <span className={`qd ${known(color)}`} aria-hidden="true" />
);

export const QueueName = ({ name, color }: { readonly name: string; readonly color: string }) => (
  <span className="q">
    <QueueDot color={color} />
    <span className="trunc">{name}</span>
  </span>
);

export const TagChip = ({
  name,
  color,
  large = false,
}: {
  readonly name: string;
  readonly color: string;
  readonly large?: boolean;
}) => <span className={`tag ${large ? 'tag-lg ' : ''}${known(color)}`}>{name}</span>;

export const Kbd = ({ keys }: { readonly keys: string }) => (
  <span style={{ display: 'inline-flex', gap: 4 }}>
    {keys.split('+').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
