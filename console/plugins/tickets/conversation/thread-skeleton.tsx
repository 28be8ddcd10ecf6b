import { useT } from '../../../shell/i18n.ts';
import '../message/bubble.css';
import './thread.css';

// Widths of the bubbles to come, theirs and ours: the shape of a conversation rather than of a table.
const shapes = [
  { out: false, width: 280, height: 38 },
  { out: false, width: 190, height: 38 },
  { out: true, width: 340, height: 62 },
  { out: false, width: 240, height: 38 },
  { out: true, width: 220, height: 38 },
  { out: true, width: 300, height: 62 },
  { out: false, width: 320, height: 38 },
] as const;

/** Stands where the messages will, when waiting takes longer than the eye forgives. */
export function ThreadSkeleton() {
  const t = useT();
  return (
    <div className="tk-msgs-wrap col fill at">
      <div className="tk-msgs col fill late at" role="status" aria-label={t('tickets.thread.loading')}>
        <div className="tk-in col full">
          {shapes.map(({ out, width, height }) => (
            <div key={`${width}-${height}`} className={out ? 'tk-m flex end' : 'tk-m flex'}>
              <span className="sk max-full r-lg" style={{ width, height }} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
