import './polyfills';
import './validation';
import { language } from '../app/contract/language/spoken';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/base.css';
import { App } from './frame/App';
import { connectStores } from './state/app/connect';
import { readSettings } from './state/app/settings';
import { followSystemTheme } from './theme/appearance';
import { followKeyboard } from './theme/keyboard';

document.documentElement.lang = language;
followSystemTheme();
followKeyboard();
connectStores();

const root = document.getElementById('root');
// A form begins with the settings: they are there before the first one is drawn.
if (root !== null) void readSettings().then(() => createRoot(root).render(<App />));
