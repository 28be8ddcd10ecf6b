import type { CompanyCommand } from '../company/company.ts';
import { companyDecider } from '../company/company.ts';
import type { Context, Desk } from '../desk.ts';
import { createCommandHandler } from '../kernel/command-handler.ts';
import { companyStream } from '../kernel/streams.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';

export const createCompanies = (kit: Kit): Desk['companies'] => {
  const handle = createCommandHandler(companyDecider, kit.streams(companyDecider), kit.handler);
  const run = (context: Context, command: Pick<CompanyCommand, 'type' | 'data'>) =>
    kit.patient(async (patience) => {
      const full = { ...command, metadata: kit.metadataOf(context) } as CompanyCommand;
      return outcome(await handle(companyStream(context.companyId), full, patience));
    });
  return {
    create: (context, data) => run(context, { type: 'CreateCompany', data }),
    update: (context, data) => run(context, { type: 'UpdateCompany', data }),
    setSetting: (context, data) => run(context, { type: 'ChangeCompanySetting', data }),
  };
};
