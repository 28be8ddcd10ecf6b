const spokenLines =
  /^(Closing session:|Opening session:|Removing old closed session:|Session already (closed|open)|Session error:|Failed to decrypt message with any known session|Closing open session in favor|Decrypted message with closed session|Migrating session to:)/;

let done = false;

/**
 * libsignal prints whole sessions, private keys included, through `console`. Secrets never enter a log: its lines are
 * dropped (Baileys reports what failed through its own logger).
 */
export function quietLibsignal(): void {
  if (done) return;
  done = true;
  for (const level of ['info', 'warn', 'error'] as const) {
    const print = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      if (typeof parts[0] === 'string' && spokenLines.test(parts[0])) return;
      print(...parts);
    };
  }
}
