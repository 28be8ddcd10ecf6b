import { type ComponentType, type ReactNode, Suspense } from 'react';
import { partOf } from './part.ts';
import { type Entry, type Icon, type Load, passes, type Slots } from './plugin.ts';
import { plugins } from './registry.ts';
import { useSession } from './session.tsx';
import { PartBoundary } from './ui/boundary.tsx';

/** What one plugin adds at a place. */
export type Part = Entry & {
  icon?: Icon;
  mark?: Load<never>;
  load: Load<never>;
  match?: (props: never) => boolean;
};

const parts = (name: keyof Slots): readonly Part[] =>
  plugins
    .flatMap((plugin) => (plugin.slots?.[name] ?? []) as readonly Part[])
    .toSorted((a, b) => (a.order ?? 50) - (b.order ?? 50));

/** One part; nothing while it loads unless `fallback` says what, and one that fails takes nothing else down. */
export const PartIn = <P extends object>({
  part,
  props,
  fallback = null,
}: {
  readonly part: Part;
  readonly props: P;
  readonly fallback?: ReactNode;
}) => {
  const Component = partOf(part.load) as unknown as ComponentType<P>;
  return (
    <PartBoundary>
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    </PartBoundary>
  );
};

/** What says of a part that there is something new behind it; most say nothing. */
export const PartMark = ({ part: { mark, ...part } }: { readonly part: Part }) =>
  mark === undefined ? null : <PartIn part={{ ...part, load: mark }} props={{}} />;

/** Returns the parts at a place that the session may see, where it shows their labels first. */
export const useParts = (name: keyof Slots): readonly Part[] => {
  const session = useSession();
  return parts(name).filter((part) => passes(part, session));
};

interface Props<S extends keyof Slots> {
  readonly name: S;
  readonly props: Slots[S];
}

const shownParts = <S extends keyof Slots>({ name, props }: Props<S>, allowed: (part: Part) => boolean) =>
  parts(name)
    .filter((part) => allowed(part) && (part.match?.(props as never) ?? true))
    .map((part) => <PartIn key={part.id} part={part} props={props} />);

/** What plugins add at a place; nothing while it loads, and a part that fails takes nothing else down. */
export function Slot<S extends keyof Slots>(asked: Props<S>) {
  const session = useSession();
  return shownParts(asked, (part) => passes(part, session));
}

/** The same on a page without a session: nobody is there to be asked for a right. */
export const PublicSlot = <S extends keyof Slots>(asked: Props<S>) => shownParts(asked, () => true);
