import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isBuiltInName } from '../../../domain/access/role-names.ts';
import { ApiError } from '../../shell/api.ts';
import { useCodeText } from '../../shell/form/inputs.tsx';
import { useLeaving } from '../../shell/form/leaving.tsx';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { queuesQuery } from '../../shell/queues.ts';
import type { RoleView } from '../../shell/roles.ts';
import { rolesQuery } from '../../shell/roles.ts';
import { useAttempt } from '../../shell/use-attempt.ts';
import { createRole, updateRole } from './data.ts';
import { bodyOf, type Draft, emptyDraft, isChanged, newId } from './model/draft.ts';

/** What is written, and as it was when that began. */
interface Written {
  readonly draft: Draft;
  readonly before: Draft;
}

/** Returns the role that is selected and what is written of it; whoever would leave it half written is asked first. */
export const useDraft = (roles: readonly RoleView[] | undefined) => {
  const t = useT();
  const codeText = useCodeText();
  const cache = useQueryClient();
  const { data: queues = [] } = useQuery(queuesQuery);
  const attempt = useAttempt();
  const [selected, setSelected] = useState<string>();
  const [written, setWritten] = useState<Written>();
  const [next, setNext] = useState<() => void>();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string>();

  const shownId = selected ?? roles?.[0]?.id ?? 'admin';
  const role = roles?.find(({ id }) => id === shownId);
  const currentDraft: Written | undefined = written ?? (role && { draft: role, before: role });
  const isDirty = written !== undefined && isChanged(written.draft, written.before);
  const page = useLeaving(isDirty && !busy);

  const forget = () => {
    setWritten(undefined);
    setWrong(undefined);
  };
  const guardLeaving = (go: () => void) => (isDirty ? setNext(() => go) : go());
  const openRole = (id: string | undefined, begun?: Written) => {
    setSelected(id);
    setWrong(undefined);
    setWritten(begun);
  };

  const save = async () => {
    if (currentDraft === undefined) return;
    const { draft, before } = currentDraft;
    const { length } = draft.name.trim();
    if (length < 2) return setWrong(codeText(length === 0 ? 'required' : 'tooShort'));
    setBusy(true);
    setWrong(undefined);
    try {
      const body = bodyOf(draft, before, role ?? before, new Set(queues.map(({ id }) => id)));
      const saved =
        draft.id === undefined ? await createRole(body, attempt(body)) : await updateRole(draft.id, body);
      cache.setQueryData(rolesQuery.queryKey, (all = []) => [
        ...all.filter(({ id }) => id !== saved.id),
        saved,
      ]);
      openRole(saved.id);
      notify.success('roles.saved', { values: { name: saved.name } });
    } catch (error) {
      const code = error instanceof ApiError ? error.errors?.name : undefined;
      if (code === undefined) notifyError(error);
      else setWrong(code === 'ERR_ALREADY_EXISTS' ? t('roles.taken') : codeText(code));
    } finally {
      setBusy(false);
    }
  };

  return {
    selected: written && written.draft.id === undefined ? newId : shownId,
    draft: currentDraft?.draft,
    before: currentDraft?.before,
    busy,
    // Said of one that has had it since before that was refused, too: it stays until somebody gives it another.
    wrongName:
      wrong ?? (currentDraft && isBuiltInName(currentDraft.draft.name) ? t('roles.builtInName') : undefined),
    change: (draft: Draft) => currentDraft && setWritten({ draft, before: currentDraft.before }),
    select: (id: string) => guardLeaving(() => openRole(id)),
    begin: (draft: Draft) => guardLeaving(() => openRole(undefined, { draft, before: emptyDraft })),
    discard: forget,
    forget: () => openRole(undefined),
    save,
    leaving: next !== undefined || page.leaving,
    stay: () => {
      setNext(undefined);
      page.stay();
    },
    leave: () => {
      forget();
      next?.();
      setNext(undefined);
      page.leave();
    },
  };
};
