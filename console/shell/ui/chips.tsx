import Button, { type ButtonProps } from '@mui/material/Button';
import { nearestHue, tint } from './hue.ts';

/** A queue's square; its name stands beside it. */
export const QueueDot = ({ color }: { readonly color: string }) => (
  <span className="qd fixed" style={tint(nearestHue(color))} aria-hidden="true" />
);

export const QueueName = ({ name, color }: { readonly name: string; readonly color: string }) => (
  <span className="q inline narrow max-full gap-6 muted nowrap">
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
}) => (
  <span className={large ? 'tag tag-lg lh-24 max-full r-sm' : 'tag'} style={tint(nearestHue(color))}>
    {large ? <span className="trunc">{name}</span> : name}
  </span>
);

export const Kbd = ({ keys }: { readonly keys: string }) => (
  <span style={{ display: 'inline-flex', gap: 4 }}>
    {keys.split('+').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);

interface ChipButtonProps extends Omit<ButtonProps, 'variant'> {
  /** It restricts what is shown. */
  readonly on?: boolean;
}

/** A small round button that says what a list is filtered by, or leads to one of a few places. */
export const ChipButton = ({ on = false, className = '', ...rest }: ChipButtonProps) => (
  <Button variant="chip" className={`chip${on ? ' on' : ''} ${className}`} {...rest} />
);
