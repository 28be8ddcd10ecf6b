import { tag } from '../../../domain/records/index.ts';
import { RecordPage } from './record-page.tsx';

export const TagsPage = () => <RecordPage definition={tag} hidden={[]} />;
