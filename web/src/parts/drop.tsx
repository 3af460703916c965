// Files that are dropped anywhere on the page are taken in.
import { useLayoutEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';
import { Importer } from './importer.tsx';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;

export function Drop() {
  const [over, setOver] = useState(false);
  const [files, setFiles] = useState<readonly File[] | null>(null);
  // These listen before the first picture: without them the browser opens a dropped file in place of the page.
  useLayoutEffect(() => {
    const move = (event: DragEvent) => hasFiles(event) && (event.preventDefault(), setOver(true));
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return; // a place for files has taken them
      event.preventDefault();
      setFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const all = [['dragover', move], ['dragleave', leave], ['drop', drop]] as const;
    for (const [name, listener] of all) addEventListener(name, listener);
    return () => all.forEach(([name, listener]) => removeEventListener(name, listener));
  }, []);
  return (
    <>
      {over && <div class="dropping" aria-hidden="true">Drop to take it in</div>}
      {files && <Dialog title="Bring memories in" onClose={() => setFiles(null)}><Importer files={files} onDone={() => undefined} onSeen={() => setFiles(null)} /></Dialog>}
    </>
  );
}
