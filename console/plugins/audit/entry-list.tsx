import type { AuditEntry } from '../../../contract/audit.ts';
import { writtenDay } from '../../shell/days.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { KindIcon } from './kind-icon.tsx';
import { byDay, dayIn } from './model/filter.ts';
import type { Words } from './words.ts';

interface Props {
  readonly entries: readonly AuditEntry[];
  readonly chosen: string | undefined;
  readonly timeZone: string;
  readonly words: Words;
  readonly onChoose: (id: string) => void;
}

/** Who did what to what; where they did it to themselves their name stands once. */
const Sentence = ({ entry, words }: { readonly entry: AuditEntry; readonly words: Words }) => {
  const [who, title] = [words.who(entry), words.title(entry)];
  return (
    <>
      <b className="medium">{who}</b> {words.act(entry)}{' '}
      {entry.kind === 'session' && who === title ? null : <b className="medium">{title}</b>}
    </>
  );
};

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Entries by day, newest first. */
export const EntryList = ({ entries, chosen, timeZone, words, onChoose }: Props) => {
  const t = useT();
  const time = new Intl.DateTimeFormat(intlLocale[useLocale()], {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  });
  const today = dayIn(new Date(), timeZone);
  const named: Readonly<Record<string, string>> = {
    [today]: t('audit.today'),
    [dayBefore(today)]: t('audit.yesterday'),
  };
  return byDay(entries, timeZone).map(({ day, entries: some }) => (
    <section key={day} aria-labelledby={`au-${day}`}>
      <h2 className="p-8-16 caption lh-16 muted" id={`au-${day}`}>
        {named[day] ?? writtenDay(day)}
      </h2>
      <ul>
        {some.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="au-row pick row gap-10 small muted at full h-44 p-8-16 left"
              aria-current={entry.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(entry.id)}
            >
              <time className="fixed caption num subtle" dateTime={entry.at}>
                {time.format(new Date(entry.at))}
              </time>
              <Avatar name={words.who(entry)} id={entry.actor.id} size={24} />
              <span className="grow trunc">
                <Sentence entry={entry} words={words} />
              </span>
              <KindIcon kind={entry.kind} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
};
