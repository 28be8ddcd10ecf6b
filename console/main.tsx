/** What people work with in the browser: a shell, and a folder of `plugins/` for each feature. This file starts it. */

import './shell/tokens.css';
import './shell/shell.css';
import './shell/layout.css';
import { createRoot } from 'react-dom/client';
import { createI18n } from './shell/i18n.ts';
import { plugins } from './shell/registry.ts';
import { Root } from './shell/root.tsx';
import { ignoreSecondClicks } from './shell/second-click.ts';

const start = async (): Promise<void> => {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  ignoreSecondClicks();
  const i18n = await createI18n(plugins);
  createRoot(container).render(<Root i18n={i18n} />);
};

void start();
