import { tag } from '../../../domain/records/index.ts';
import { RecordPage } from './record-page.tsx';

/** The kanban switch comes with the board. */
export const TagsPage = () => <RecordPage definition={tag} hidden={['kanban']} />;
