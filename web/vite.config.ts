import { defineConfig } from 'vite';

// The daemon that `npm run dev` speaks to.
const daemon = process.env['AI_MEMORY_URL'] ?? 'http://127.0.0.1:9077';

export default defineConfig({
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
