import { nameKey } from '../text/name-key.ts';

/** The built-in roles as people read them, in every language: one of the same name would be taken for it. */
const builtInNames = new Set(['administrador', 'admin', 'supervisor', 'usuario', 'user']);

export const isBuiltInName = (name: string): boolean => builtInNames.has(nameKey(name));
