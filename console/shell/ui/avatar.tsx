/** Parts of every screen that know nothing of what they show: icons, menus, dialogs, lists' states, toasts. */

import { UserRound } from 'lucide-react';
import { hueOf, tint } from './hue.ts';

/** Returns nothing for a number: its first and last digit say nobody. */
const initials = (name: string): string | undefined => {
  if (/^[+\d\s()-]+$/.test(name)) return undefined;
  const words = name
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${[...(words[0] ?? '?')][0]}${last === undefined ? '' : [...last][0]}`.toUpperCase();
};

/** Initials tinted by id (or name); a picture where there is one. Decorative: the name stands beside it. */
export const Avatar = ({
  name,
  id,
  size = 40,
  src,
}: {
  readonly name: string;
  readonly id?: string;
  readonly size?: number;
  readonly src?: string | null;
}) => (
  <span
    className="av middle fixed body semibold at round"
    style={{
      ...tint(hueOf(id ?? name)),
      width: size,
      height: size,
      fontSize: Math.max(9, Math.round(size * 0.35)),
    }}
    aria-hidden="true"
  >
    {src ? (
      <img src={src} alt="" width={size} height={size} style={{ borderRadius: '50%', objectFit: 'cover' }} />
    ) : (
      (initials(name) ?? <UserRound size={Math.round(size * 0.5)} />)
    )}
  </span>
);
