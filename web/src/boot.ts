// What runs before the first picture: the reader's theme, and keys and clicks are kept from here on. The rest begins once the frame of the page, which is in index.html, is
// drawn: to run all and to lay it out takes several times as long as that frame.
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/memories.css';
import './styles/views.css';
import { keepEarly, stopKeeping } from './early.ts';
import { takeProof } from './proof.ts';
import { applyTheme } from './theme.ts';

takeProof();
keepEarly();
applyTheme();
let begun = false;
function begin(): void {
  if (begun) return;
  begun = true;
  import('./main.tsx').catch((error: unknown) => {
    stopKeeping();
    const main = document.getElementById('main');
    if (main?.childElementCount === 0) {
      const told = document.createElement('p');
      told.role = 'alert';
      told.textContent = 'The rest of this page could not be loaded. Start the server with “ai-memory serve” if it does not run, and load the page again.';
      main.append(told);
    }
    throw error;
  });
}
requestAnimationFrame(() => setTimeout(begin));
setTimeout(begin, 200); // a page that nobody looks at is not drawn
