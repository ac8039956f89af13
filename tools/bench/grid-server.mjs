import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

import { build } from 'vite'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Builds the page with a grid only, as the dashboard is built, and serves it. */
export async function startGridPage() {
  const outDir = mkdtempSync(join(tmpdir(), 'basalt-grid-'))
  await build({
    root: new URL('grid-page', import.meta.url).pathname,
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'chrome123', reportCompressedSize: false },
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    try {
      const body = readFileSync(join(outDir, path.replaceAll('..', '')))
      const type = types[/** @type {keyof typeof types} */ (extname(path))]
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined))
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
