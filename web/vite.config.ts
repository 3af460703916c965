import { defineConfig, type Plugin } from 'vite';

// The daemon that `npm run dev` speaks to.
const daemon = process.env['AI_MEMORY_URL'] ?? 'http://127.0.0.1:9077';

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
  plugins: [preloadMain],
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
