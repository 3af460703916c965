import { defineConfig, type Plugin } from 'vite';
import { linkTo, mainViews, titleOf, toolViews, type View } from './src/place.ts';

// The daemon that `npm run dev` speaks to.
const daemon = process.env['AI_MEMORY_URL'] ?? 'http://127.0.0.1:9077';

// The frame in index.html names the views as app.tsx does.
const namedViews: Plugin = {
  name: 'named-views',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => {
      const links = (views: readonly View[]) => views.map((view) => `<li><a href="${linkTo(view)}">${titleOf(view)}</a></li>`).join('');
      return html.replace('<!--views-->', links(mainViews)).replace('<!--tools-->', links(toolViews));
    },
  },
};

// Nothing is drawn before boot.ts has run, which is small: from then on no key is lost.
const bootFirst: Plugin = {
  name: 'boot-first',
  transformIndexHtml: { order: 'post', handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"') },
};

// What boot.ts begins after the first picture is fetched before it.
const preloadMain: Plugin = {
  name: 'preload-main',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.values(bundle ?? {})
        .filter((each) => each.type === 'chunk' && each.moduleIds.some((id) => id.endsWith('/src/main.tsx')))
        .map((each) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${each.fileName}` }, injectTo: 'head' })),
  },
};

export default defineConfig({
  plugins: [namedViews, preloadMain, bootFirst],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  // No markup from text: modules are preloaded by links that Vite writes into the page, not by a script of its own.
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  server: { proxy: { '/api': { target: daemon, changeOrigin: true } } },
});
