import type { CompanyCommand, CompanyState } from '../company/company.ts';
import { companyDecider } from '../company/company.ts';
import type { Lock, Reservations } from '../kernel/pipeline.ts';
import { companyStream } from '../streams.ts';
import { nameKey } from '../text/name-key.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import { createPlaces } from './places.ts';
import { createPlanUse } from './plan-use.ts';
import type { CommandRuntime } from './runtime.ts';
import { adoptValues, reserveNew, type UniqueValue } from './unique-values.ts';

type DataOf<T extends CompanyCommand['type']> = Omit<
  Extract<CompanyCommand, { type: T }>['data'],
  'assigned'
>;
/** Given by its id; what it is is looked up. */
interface Planned {
  readonly planId?: string | undefined;
}

/** Returns what says which name a company holds, unique over all companies. One that is deleted keeps its own while it may be restored. */
const namesOf =
  (runtime: CommandRuntime) =>
  (state: CompanyState): readonly UniqueValue[] =>
    state.status === 'active' || state.status === 'deleted'
      ? [
          {
            claim: runtime.claimOf('global', 'company-name', nameKey(state.fields.name)),
            code: 'ERR_ALREADY_EXISTS',
            field: 'name',
          },
        ]
      : [];

/** Returns the commands of a company (the context says of which), the places of its plan, and what holds plans. */
export const createCompanies = (runtime: CommandRuntime) => {
  const names = namesOf(runtime);
  const { handle, streams } = runtime.aggregate(companyDecider, {
    holds: (_companyId, state) => names(state).map(({ claim }) => claim),
  });
  const planUse = createPlanUse(runtime, () => streams);

  const reservations = (companyId: string): Reservations<CompanyState, never, UniqueValue> =>
    reserveNew(companyId, names);

  async function run(
    context: Context,
    command: Pick<CompanyCommand, 'type' | 'data'>,
    lock?: (before: CompanyState, after: CompanyState) => Lock | undefined,
  ): Promise<Outcome> {
    const { companyId } = context;
    const { name } = command.data as { readonly name?: string };
    return runtime.withDeadline(async (deadline) => {
      const fullCommand = { ...command, metadata: runtime.metadataOf(context) } as CompanyCommand;
      const others = typeof name === 'string' ? await runtime.companiesNamed(nameKey(name)) : [];
      for (const id of new Set([...others, companyId])) {
        const stream = companyStream(id);
        const { state } = await streams.refresh(stream);
        const owner = { id, stream, values: names(state) };
        await adoptValues(runtime, { ...context, companyId: id }, owner, deadline);
      }
      return outcome(
        await handle(companyStream(companyId), fullCommand, deadline, {
          reservations: reservations(companyId),
          ...(lock && { lock }),
        }),
      );
    });
  }

  const runs =
    <T extends CompanyCommand['type']>(type: T) =>
    (context: Context, data: DataOf<T>): Promise<Outcome> =>
      run(context, { type, data } as Pick<CompanyCommand, 'type' | 'data'>);

  /** Of a plan that is given, beside what else changes. @throws ERR_PLAN_NOT_FOUND */
  const givesPlan =
    <T extends 'CreateCompany' | 'UpdateCompany'>(type: T) =>
    async (context: Context, { planId, ...data }: DataOf<T> & Planned): Promise<Outcome> => {
      const assigned = planId === undefined ? undefined : { planId, plan: await planUse.snapshot(planId) };
      const planOf = (state: CompanyState) => ('planId' in state ? state.planId : null);
      return run(
        context,
        { type, data: { ...data, assigned } } as Pick<CompanyCommand, 'type' | 'data'>,
        (before, after) =>
          planId !== undefined && planOf(before) !== planOf(after) ? planUse.assigning(planId) : undefined,
      );
    };

  const update = givesPlan('UpdateCompany');
  const withoutData = (type: CompanyCommand['type']) => (context: Context) =>
    run(context, { type, data: {} } as never);
  const commands = {
    /** @throws ERR_ALREADY_EXISTS at `name`, ERR_PLAN_NOT_FOUND at `planId` */
    create: givesPlan('CreateCompany'),
    /** What is not named stays as it is. @throws as `create` */
    update,
    changePlan: (context: Context, { planId }: Required<Planned>) => update(context, { planId }),
    setHours: (context: Context, { schedules }: Pick<DataOf<'UpdateCompany'>, 'schedules'>) =>
      update(context, { schedules }),
    switchOn: (context: Context) => update(context, { active: true }),
    switchOff: (context: Context) => update(context, { active: false }),
    /** One recurrence more; twice from the same due date is once. */
    addDueDate: runs('AddDueDate'),
    /** Once an invoice, however often it is asked for. */
    renew: runs('RenewCompany'),
    setSetting: runs('ChangeCompanySetting'),
    setLogo: runs('ChangeCompanyLogo'),
    remove: (context: Context, data: DataOf<'DeleteCompany'> = {}) =>
      run(context, { type: 'DeleteCompany', data }),
    restore: withoutData('RestoreCompany'),
    destroyKeys: withoutData('DestroyCompanyKeys'),
    /** How it stands by its own events. */
    standing: async (companyId: string): Promise<CompanyState['status']> =>
      (await streams.refresh(companyStream(companyId))).state.status,
    /** Brings the company's copy of its plan up to what the plan is now; nothing where it has another. */
    refreshPlan: async (context: Context, { planId }: { readonly planId: string }): Promise<Outcome> =>
      run(context, {
        type: 'RefreshCompanyPlan',
        data: { planId, plan: await planUse.snapshot(planId) },
      }),
    /** Returns the ids of the companies that have a plan, by their own events. */
    ofPlan: planUse.companiesOf,
  };
  /** Returns the company by its own events. */
  const companyOf = async (companyId: string): Promise<CompanyState> =>
    (await streams.refresh(companyStream(companyId))).state;
  return { commands, places: createPlaces(runtime, streams), planUse, companyOf };
};
