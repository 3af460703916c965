import { render } from 'preact';
import { App } from './app.tsx';
import { doEarly } from './early.ts';
import { onKeyDown } from './keys.ts';

addEventListener('keydown', onKeyDown);
const root = document.getElementById('page');
if (root) render(<App />, root);
void doEarly();
