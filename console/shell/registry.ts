import type { Plugin } from './plugin.ts';

const foundPlugins = import.meta.glob<{ plugin: Plugin }>(
  ['../plugins/*/plugin.ts', '../../channels/*/console/plugin.ts'],
  { eager: true },
);

/** Every plugin there is, those of channels included: adding a feature adds a folder and touches nothing else. */
export const plugins: readonly Plugin[] = Object.values(foundPlugins).map((module) => module.plugin);
