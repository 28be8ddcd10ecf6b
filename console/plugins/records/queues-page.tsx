import { queue } from '../../../domain/records/index.ts';
import { RecordPage } from './record-page.tsx';

export const QueuesPage = () => (
  <RecordPage definition={queue} hidden={['mediaName', 'integrationId', 'promptId']} />
);
