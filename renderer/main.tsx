import './polyfills';
import './validation';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/base.css';
import { App } from './frame/App';
import { connectStores } from './state/connect';
import { followSystemTheme } from './theme/appearance';
import { followKeyboard } from './theme/keyboard';

followSystemTheme();
followKeyboard();
connectStores();

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
