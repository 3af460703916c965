import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/memories.css';
import './styles/views.css';
import { App } from './app.tsx';
import { onKeyDown } from './keys.ts';

addEventListener('keydown', onKeyDown);
const root = document.getElementById('page');
if (root) render(<App />, root);
