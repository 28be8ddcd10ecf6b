import { quickMessage } from '../../../domain/records/index.ts';
import { RecordPage } from './record-page.tsx';

export const QuickMessagesPage = () => (
  <RecordPage definition={quickMessage} hidden={['mediaName', 'userId']} told={['message']} slash="/" />
);
