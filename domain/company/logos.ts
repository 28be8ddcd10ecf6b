import { z } from 'zod';

/** Where an image of the installation's own is shown; the spec's names. */
export const logoRefs = [
  'signup',
  'login',
  'interno',
  'favicon',
  'favicon-256x256',
  'apple-touch-icon',
] as const;
export const logoRef = z.enum(logoRefs);
export type LogoRef = (typeof logoRefs)[number];

/** A file of the platform's company. Pixels, where the image has a size of its own. */
export const logoImage = z.object({
  mediaId: z.string(),
  mime: z.enum(['image/png', 'image/x-icon', 'image/svg+xml']),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type LogoImage = z.output<typeof logoImage>;
export type Logos = Readonly<Partial<Record<LogoRef, LogoImage>>>;

/** Returns the images with this one in its place; null: the product's own again. */
export function withLogo(logos: Logos, ref: LogoRef, image: LogoImage | null): Logos {
  const { [ref]: _, ...others } = logos;
  return image === null ? others : { ...others, [ref]: image };
}
