import { type ComponentType, Suspense } from 'react';
import { partOf } from './part.ts';
import { type Entry, type Load, passes, type Slots } from './plugin.ts';
import { plugins } from './registry.ts';
import { useSession } from './session.tsx';
import { PartBoundary } from './ui/boundary.tsx';

type Part = Entry & { load: Load<never>; match?: (props: never) => boolean };

const parts = (name: keyof Slots): readonly Part[] =>
  plugins
    .flatMap((plugin) => (plugin.slots?.[name] ?? []) as readonly Part[])
    .toSorted((a, b) => (a.order ?? 50) - (b.order ?? 50));

interface Props<S extends keyof Slots> {
  readonly name: S;
  readonly props: Slots[S];
}

const shown = <S extends keyof Slots>({ name, props }: Props<S>, allowed: (part: Part) => boolean) =>
  parts(name)
    .filter((part) => allowed(part) && (part.match?.(props as never) ?? true))
    .map((part) => {
      const Component = partOf(part.load) as unknown as ComponentType<Slots[S]>;
      return (
        <PartBoundary key={part.id}>
          <Suspense fallback={null}>
            <Component {...props} />
          </Suspense>
        </PartBoundary>
      );
    });

/** What plugins add at a place; nothing while it loads, and a part that fails takes nothing else down. */
export function Slot<S extends keyof Slots>(asked: Props<S>) {
  const session = useSession();
  return shown(asked, (part) => passes(part, session));
}

/** The same on a page without a session: nobody is there to be asked for a right. */
export const PublicSlot = <S extends keyof Slots>(asked: Props<S>) => shown(asked, () => true);
