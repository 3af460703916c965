import { defineConfig, type Plugin } from 'vite';

// A program that shows the app gets one text: script and styles stand in it.
const oneFile: Plugin = {
  name: 'one-file',
  enforce: 'post',
  generateBundle: (_, bundle) => {
    const page = bundle['app.html'];
    if (page?.type !== 'asset') throw new Error('there is no app.html');
    let html = String(page.source);
    for (const [name, file] of Object.entries(bundle)) {
      if (file === page) continue;
      const [tag, element] = file.type === 'chunk'
        ? [/<script[^>]*src="[^"]*"[^>]*><\/script>/, `<script type="module">${file.code.replaceAll('</script', '<\\/script')}</script>`]
        : [/<link rel="stylesheet"[^>]*>/, `<style>${String(file.source)}</style>`];
      // Not by replace() with a text: "$" has a meaning there.
      if (!tag.test(html)) throw new Error(`nothing names ${name}`);
      html = html.replace(tag, () => '').replace(file.type === 'chunk' ? '</body>' : '</head>', () => `${element}${file.type === 'chunk' ? '</body>' : '</head>'}`);
      delete bundle[name];
    }
    page.source = html;
  },
};

export default defineConfig({
  plugins: [oneFile],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: { target: 'es2022', emptyOutDir: false, modulePreload: false, cssCodeSplit: false, reportCompressedSize: false, rollupOptions: { input: 'app.html' } },
});
