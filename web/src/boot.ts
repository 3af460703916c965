// What runs before the first picture: the reader's theme. The rest begins once the frame of the page, which is in index.html, is
// drawn: to run all and to lay it out takes several times as long as that frame.
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/memories.css';
import './styles/views.css';
import { applyTheme } from './theme.ts';

applyTheme();
let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  void import('./main.tsx');
}
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, 200); // a page that nobody looks at is not drawn
