import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { precompress } from './precompress.ts'

const server = `http://127.0.0.1:${process.env['BASALT_PORT'] ?? '4400'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), precompress()],
  server: {
    host: '127.0.0.1',
    proxy: { '/platform': server, '/api': server },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    // The policy of the pages allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
