import type { Row } from '../../console/plugins/records/parts.ts';
import { api } from '../../console/shell/api.ts';
import type { FileOption } from './record.ts';

// Files that were chosen in a form and have no list yet to go to, by their message's id.

const chosenFiles = new Map<string, File>();
/** As many as one form may carry. */
const atOnce = 10;

export const choose = (optionId: string, file: File | undefined): void => {
  if (file === undefined) chosenFiles.delete(optionId);
  else chosenFiles.set(optionId, file);
};
export const chosenFor = (optionId: string): File | undefined => chosenFiles.get(optionId);
export const forget = (): void => chosenFiles.clear();

/** Stores what was chosen for the messages of a list that stands, by the spec's call. */
export async function storeChosen({ id, options }: Row): Promise<void> {
  const waitingFiles = (options as readonly FileOption[]).flatMap((option) => {
    const file = chosenFiles.get(option.id);
    return file === undefined ? [] : [{ option, file }];
  });
  for (let from = 0; from < waitingFiles.length; from += atOnce) {
    const form = new FormData();
    form.append('fileId', id);
    form.append('typeArch', 'fileList');
    for (const { option, file } of waitingFiles.slice(from, from + atOnce)) {
      form.append('files', file);
      form.append('mediaType', file.type);
      form.append('name', option.name);
      form.append('id', option.id);
    }
    await api(`/files/uploadList/${id}`, { method: 'POST', form });
    for (const { option } of waitingFiles.slice(from, from + atOnce)) chosenFiles.delete(option.id);
  }
}
