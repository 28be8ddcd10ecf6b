/** A wrong setting: the program prints the message, one line, and stops. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
