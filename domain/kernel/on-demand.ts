/** Returns what makes something at its first use, once for all who ask; what could not be made is made anew for the next. */
export function onDemand<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}
