import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { chunkGroups } from './chunk-groups.ts'
import { earlyScript } from './early-script.ts'
import { firstVisits } from './first-visits.ts'
import { plainRoutes } from './plain-routes.ts'
import { precompress } from './precompress.ts'
import { pureName, pureSchemas } from './pure-schemas.ts'
import { sonnerStyles } from './sonner-styles.ts'

const server = `http://127.0.0.1:${process.env['BASALT_PORT'] ?? '4400'}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    plainRoutes(),
    pureSchemas(),
    sonnerStyles(),
    earlyScript(),
    firstVisits(),
    precompress(),
  ],
  resolve: {
    alias: {
      // React includes the hook itself: the polyfill for older versions is left out.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
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
    // Browsers that support the colours and functions of the theme: no fallbacks.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: {
      polyfill: false,
      // Names of files do not compress well. The server names the files of a first page, and links
      // preload their page on hover: other scripts resolve their own.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Reading a property has no side effects in any module here, so unused ones can be removed.
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
        manualPureFunctions: [pureName],
      },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
