import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Writes `.br` and `.gz` next to every asset of a build that gets smaller by it, so that the server
 * never compresses at run time. Fonts are compressed already and skipped.
 */
export function precompress(): Plugin {
  let outDir = 'dist'
  return {
    name: 'basalt-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    async closeBundle(failure?: Error) {
      // A failed build reports its own reason.
      if (failure !== undefined) return
      const assets = join(outDir, 'assets')
      const names = (await readdir(assets)).filter((name) =>
        /\.(?:js|css|svg|json|wasm)$/u.test(name),
      )
      await Promise.all(names.map((name) => compress(join(assets, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const [br, gz] = await Promise.all([toBrotli(content), toGzip(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
