import type { CompanyCommand } from '../company/company.ts';
import { companyDecider } from '../company/company.ts';
import { companyStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import { createPlaces } from './places.ts';
import type { CommandRuntime } from './runtime.ts';

/** Returns the commands of a company (the context says of which), and the places of its plan. */
export const createCompanies = (runtime: CommandRuntime) => {
  const { handle, streams } = runtime.aggregate(companyDecider);
  const runs =
    <T extends CompanyCommand['type']>(type: T) =>
    (context: Context, data: Extract<CompanyCommand, { type: T }>['data']): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const command = { type, data, metadata: runtime.metadataOf(context) } as unknown as CompanyCommand;
        return outcome(await handle(companyStream(context.companyId), command, deadline));
      });
  const commands = {
    create: runs('CreateCompany'),
    update: runs('UpdateCompany'),
    setSetting: runs('ChangeCompanySetting'),
  };
  return { commands, places: createPlaces(runtime, streams) };
};
