import { css } from '@emotion/react';
import type { Theme } from '@mui/material/styles';

type Components = NonNullable<Theme['components']>;
type Part = {
  readonly styleOverrides?: Readonly<Record<string, unknown>>;
  readonly variants?: readonly { readonly style: unknown }[];
};

/** The styles that serialized ones were made of: only these can be added to. */
const sources = new WeakMap<object, Components>();

const isPlain = (style: unknown): style is Parameters<typeof css>[0] =>
  typeof style === 'object' && style !== null && !Array.isArray(style);
const serialized = (style: unknown): unknown => (isPlain(style) ? css(style) : style);

const serializedPart = ({ styleOverrides = {}, variants, ...rest }: Part): Part => ({
  ...rest,
  styleOverrides: Object.fromEntries(
    Object.entries(styleOverrides).map(([slot, style]) => [slot, serialized(style)]),
  ),
  ...(variants && {
    variants: variants.map((variant) => ({ ...variant, style: serialized(variant.style) })),
  }),
});

/** Returns the theme with its components' styles as CSS: objects are written as CSS anew by each button that is drawn. */
export function withSerializedStyles<T extends { components?: Components }>(theme: T): T {
  const plain = theme.components ?? {};
  const components = Object.fromEntries(
    Object.entries(plain).map(([name, part]) => [name, serializedPart(part as Part)]),
  ) as Components;
  sources.set(components, plain);
  return { ...theme, components };
}

/** Returns the styles of a theme's components as they were written. */
export const plainStyles = ({ components = {} }: { readonly components?: Components }): Components =>
  sources.get(components) ?? components;
