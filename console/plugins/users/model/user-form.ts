import type { Profile } from '../../../../domain/user/events.ts';
import type { UserView } from '../../../../domain/views/index.ts';

export interface UserValues {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly profile: Profile;
  readonly queueIds: readonly string[];
  readonly whatsappId: string;
  readonly allTicket: boolean;
}
export type UserBody = Partial<Omit<UserValues, 'whatsappId'>> & { readonly whatsappId?: string | null };
/** Codes of the shell's `fields.*` texts, or the server's own of the catalogue. */
export type FieldCodes = Readonly<Partial<Record<keyof UserValues, string>>>;

export const profiles: readonly Profile[] = ['user', 'supervisor', 'admin'];

export const valuesOf = (user: UserView | undefined): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  password: '',
  profile: user?.profile ?? 'user',
  queueIds: user?.queues.map(({ id }) => id) ?? [],
  whatsappId: user?.whatsappId ?? '',
  allTicket: user?.allTicket === 'enabled',
});

const length = (text: string, min: number, max: number): string | undefined =>
  text === '' ? 'required' : text.length < min ? 'tooShort' : text.length > max ? 'tooLong' : undefined;

/** The spec's rules: name 2-50, an e-mail, a password of 5-50 that an edit may leave out. */
export const checkUser = (values: UserValues, isNew: boolean): FieldCodes => {
  const email = values.email.trim();
  const found = {
    name: length(values.name.trim(), 2, 50),
    email:
      email === '' ? 'required' : /^\S+@(\S+\.\S{2,}|localhost)$/u.test(email) ? undefined : 'invalidEmail',
    password: values.password === '' && !isNew ? undefined : length(values.password, 5, 50),
  };
  return Object.fromEntries(Object.entries(found).filter(([, code]) => code !== undefined));
};

/**
 * What is sent: of an edit only what was changed, so that somebody else's change of another field a moment ago stays.
 * Without the right to, what only admins change is not sent at all.
 */
export const bodyOf = (values: UserValues, before: UserView | undefined, manages: boolean): UserBody => {
  const old = valuesOf(before);
  const now: UserValues = { ...values, name: values.name.trim(), email: values.email.trim() };
  const own = ['name', 'email', 'password'] as const;
  const managed = ['profile', 'queueIds', 'whatsappId', 'allTicket'] as const;
  const names: readonly (keyof UserValues)[] = manages ? [...own, ...managed] : own;
  const changed = (name: keyof UserValues) =>
    name === 'queueIds'
      ? now.queueIds.toSorted().join() !== old.queueIds.toSorted().join()
      : now[name] !== old[name];
  return Object.fromEntries(
    names
      .filter((name) => (before === undefined ? name !== 'password' || now.password !== '' : changed(name)))
      .map((name) => [name, name === 'whatsappId' && now.whatsappId === '' ? null : now[name]]),
  );
};
