/** For containers: exits 0 when this process answers /healthz on its own port. */
const port = process.env.PORT || '8080';
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_500) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);

export {};
