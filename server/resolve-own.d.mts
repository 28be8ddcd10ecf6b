import type { ResolveHookSync } from 'node:module';

export function resolveOwn(root: string): ResolveHookSync;
