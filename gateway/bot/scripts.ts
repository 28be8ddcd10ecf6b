import {
  type BotSetup,
  composeScript,
  isCompanyOpen,
  queuesOf,
  type SetUpOption,
  type SetUpQueue,
} from '../../domain/bot/compose.ts';
import type { ContactScript } from '../../domain/bot/script.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { firstNameOf } from '../../domain/ticket/template.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { CompanyReader, StoredDocument } from '../../projections/ports/read-store.ts';
import type { BotDeps } from './bot-deps.ts';

interface FileFields {
  readonly mediaPath: string | null;
  readonly mediaName: string | null;
}
type QueueDocument = StoredDocument & SetUpQueue & FileFields;
type OptionDocument = StoredDocument & SetUpOption & FileFields;

/** What a company has set up, as the read models have it. */
interface Setup extends BotSetup {
  readonly connections: readonly ConnectionDocument[];
}

interface Remembered {
  readonly until: number;
  readonly setup: Promise<Setup>;
  /** Once it is read. */
  known?: Setup;
}

/** A change shows after so long at most: hundreds of messages a second must not each read it. */
const rememberMs = 1_000;

async function filesOf(
  media: Pick<MediaStore, 'stat'>,
  companyId: string,
  fields: readonly FileFields[],
): Promise<ReadonlyMap<string, Media>> {
  const files = new Map<string, Media>();
  for (const { mediaPath, mediaName } of fields) {
    const info = mediaPath === null ? undefined : await media.stat(companyId, mediaPath);
    if (info) {
      const { id, name, mime, size } = info;
      files.set(id, { id, name: mediaName ?? name, mime, size });
    }
  }
  return files;
}

/** Returns the queues without the prompts and integrations that were deleted: nobody would answer there, and no menu come. */
function withPresent(
  reader: CompanyReader,
  queues: readonly QueueDocument[],
): Promise<readonly QueueDocument[]> {
  const present = async (collection: string, id: string | null | undefined) =>
    id && (await reader.get(collection, id)) ? id : null;
  return Promise.all(
    queues.map(async (queue) => ({
      ...queue,
      promptId: await present('prompts', queue.promptId),
      integrationId: await present('queueIntegrations', queue.integrationId),
    })),
  );
}

/** Whether the bot of a connection has nothing to say to anybody. Asked with every message: no menu is put together for it. */
function isSilentOn(setup: Setup, connectionId: string, now: Date): boolean {
  const connection = setup.connections.find(({ id }) => id === connectionId);
  const isBlank = (text = '') => text.trim() === '';
  return (
    isBlank(connection?.greetingMessage) &&
    queuesOf(setup, connection).length === 0 &&
    (isBlank(connection?.outOfHoursMessage) || isCompanyOpen(setup, now))
  );
}

/** Returns who knows the scripts of all companies. */
export function createScripts({ desk, readStore, media, now = () => new Date() }: BotDeps) {
  const rememberedScripts = new Map<string, Remembered>();

  async function readSetup(companyId: string): Promise<Setup> {
    const reader = readStore.forCompany(companyId);
    const [company, connections, queues, options] = await Promise.all([
      reader.get<CompanyDocument>('companies', companyId),
      everyDocument<ConnectionDocument>(reader, 'connections', { sort: ['name'] }),
      everyDocument<QueueDocument>(reader, 'queues', { sort: ['sortTitle'] }),
      everyDocument<OptionDocument>(reader, 'queueOptions', { sort: ['sortTitle'] }),
    ]);
    const files = await filesOf(media, companyId, [...queues, ...options]);
    const { settings = {}, schedules = [], timeZone = defaultTimeZone } = company ?? {};
    const present = await withPresent(reader, queues);
    return { settings, schedules, timeZone, connections, queues: present, options, files };
  }

  function setupOf(companyId: string): Promise<Setup> {
    const at = performance.now();
    const knownScript = rememberedScripts.get(companyId);
    if (knownScript && at < knownScript.until) return knownScript.setup;
    for (const [id, { until }] of rememberedScripts) if (until <= at) rememberedScripts.delete(id);
    const setup = readSetup(companyId);
    const entry: Remembered = { until: at + rememberMs, setup };
    rememberedScripts.set(companyId, entry);
    setup.then(
      (known) => {
        entry.known = known;
      },
      () => rememberedScripts.delete(companyId),
    );
    return setup;
  }

  return {
    /** Whether nobody who writes to this connection hears anything of the bot's: nothing is set up. */
    isSilent: async (companyId: string, connectionId: string): Promise<boolean> =>
      isSilentOn(await setupOf(companyId), connectionId, now()),

    /** Whether that is known without asking a store. */
    knownSilent: (companyId: string, connectionId: string): boolean => {
      const entry = rememberedScripts.get(companyId);
      if (entry?.known === undefined || performance.now() >= entry.until) return false;
      return isSilentOn(entry.known, connectionId, now());
    },

    /** Returns what may be said to this contact at this moment. */
    async of(
      companyId: string,
      to: { readonly contactId: string; readonly connectionId: string },
    ): Promise<ContactScript> {
      const [setup, name] = await Promise.all([
        setupOf(companyId),
        desk.contacts.nameOf(companyId, to.contactId),
      ]);
      const at = now();
      const values = {
        name,
        firstName: firstNameOf(name),
        agent: '',
        at: at.toISOString(),
        locale: 'pt',
        timeZone: setup.timeZone,
      };
      const connection = setup.connections.find(({ id }) => id === to.connectionId);
      return { ...composeScript(setup, connection, at), values };
    },
  };
}
