import { join } from 'node:path'

import { dataDirectory, freePort, startProcess } from '@basalt/testkit'

const root = join(import.meta.dirname, '..')

export type BuiltInstall = {
  url: string
  dataDir: string
  stop(): Promise<void>
}

/**
 * Starts Basalt as people do, with `tools/start.mjs`, on a data directory without a cluster and
 * a free port. The environment holds what a journey sets, and no setting of the person who runs it.
 */
export async function startBuiltInstall(
  settings: Record<string, string> = {},
): Promise<BuiltInstall> {
  const data = await dataDirectory()
  const port = await freePort()
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BASALT_'))
  const server = await startProcess(
    [process.execPath, join(root, 'tools', 'start.mjs')],
    {
      cwd: root,
      env: {
        ...Object.fromEntries(inherited),
        NODE_ENV: 'production',
        BASALT_DATA_DIR: data.path,
        BASALT_PORT: String(port),
        ...settings,
      },
    },
    { ready: /^ready /mu, timeoutMs: 120_000 },
  )
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: data.path,
    async stop() {
      await server.stop()
      await data.remove()
    },
  }
}
