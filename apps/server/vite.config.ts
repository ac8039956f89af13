import { defineConfig } from 'vite'

import { narrowText } from './narrow-text.ts'
import { nodeOnly } from './node-only.ts'

/**
 * Everything in few modules for Node: fewer files to find and parse make the start twice as
 * fast and the process smaller than loading packages one by one. `pg-native` is an optional
 * part of pg that is not installed.
 */
export default defineConfig({
  plugins: [nodeOnly(), narrowText()],
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20.19',
    minify: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        demo: 'src/demo/demo.ts',
        'grammar-process': 'src/grammar/grammar-process.ts',
        'strength-thread': 'src/secrets/strength-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['pg-native'] },
})
