import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { PhoneFault, PhoneFaultMode } from './phone-events.ts';

type Faults = Partial<Record<PhoneFaultMode, number>>;

/** Returns how often which fault is still to happen on a connection; counted down by compare-and-set, across processes. */
export const phoneFaults = (state: StateStore) => {
  const key = (connectionId: string) => `phone/${connectionId}/faults`;

  async function change(
    connectionId: string,
    update: (faults: Faults) => Faults | undefined,
  ): Promise<boolean> {
    const written = await updateEntry<Faults>(state, key(connectionId), (entry) => {
      const value = update(entry?.value ?? {});
      return value && { value };
    });
    return written !== undefined;
  }

  return {
    set: (connectionId: string, fault: PhoneFault) =>
      change(connectionId, (faults) => ({ ...faults, [fault.mode]: fault.count })),
    /** Whether any is due: mostly there is none, and each would be asked for by itself. */
    areDue: async (connectionId: string): Promise<boolean> =>
      Object.values((await state.get<Faults>(key(connectionId)))?.value ?? {}).some((left) => left > 0),
    /** True when such a fault was due; it is then used up. */
    take: (connectionId: string, mode: PhoneFaultMode) =>
      change(connectionId, (faults) => {
        const left = faults[mode] ?? 0;
        return left > 0 ? { ...faults, [mode]: left - 1 } : undefined;
      }),
  };
};
