import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long, with about how many seconds: begun first, so that no worker is alone with one of them
 * at the end. Vitest by itself takes a file's size for its time, and many a short one starts twenty servers.
 */
const seconds: Readonly<Record<string, number>> = {
  'testing/browser/reach.browser.ts': 150,
  'testing/browser/mongo.browser.ts': 110,
  'console/plugins/tickets/conversation/conversation.browser.ts': 100,
  'console/plugins/tickets/list/list.browser.ts': 80,
  'testing/browser/screens.browser.ts': 70,
  'console/plugins/contacts/imports.browser.ts': 60,
  'console/plugins/companies/companies.browser.ts': 50,
  'console/plugins/tickets/lines.browser.ts': 50,
  'console/plugins/kanban/kanban.browser.ts': 40,
  'console/plugins/settings/logo.browser.ts': 40,
  'testing/browser/outage.browser.ts': 40,
  'scripts/faults/mongo.system.ts': 400,
  'scripts/crash-test/rounds.system.ts': 150,
  'scripts/crash-test/whatsapp.system.ts': 120,
  'scripts/faults/administration.system.ts': 110,
  'scripts/faults/rolling-deploy.system.ts': 90,
  'scripts/faults/campaigns.system.ts': 80,
  'scripts/faults/schedules.system.ts': 60,
  'scripts/faults/older-backup.system.ts': 50,
  'scripts/faults/shared-numbers.system.ts': 50,
  'scripts/faults/two-apis.system.ts': 50,
};

/** The longest first. */
export const slowFiles: readonly string[] = Object.keys(seconds).toSorted(
  (one, other) => (seconds[other] ?? 0) - (seconds[one] ?? 0),
);

/** Returns the order in which a project's files are begun: the longest first, the others as they are. */
export function longestFirst<T>(files: readonly T[], pathOf: (file: T) => string): T[] {
  const secondsOf = (file: T) => seconds[pathOf(file)] ?? 0;
  return files.toSorted((one, other) => secondsOf(other) - secondsOf(one));
}

/** Vitest's order of projects and files, but for those that take long. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { root } = this.ctx.config;
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((group) =>
      longestFirst(group, ({ moduleId }) => relative(root, moduleId)),
    );
  }
}
