import { join } from 'node:path'

import { dataDirectory, freePort, startProcess, type TemporaryFolder } from '@basalt/testkit'
import { inject } from 'vitest'

const root = join(import.meta.dirname, '..')

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the install answers that the journeys of a run share. */
    sharedUrl: string
  }
}

export type BuiltInstall = {
  url: string
  dataDir: string
  stop(): Promise<void>
}

/**
 * Where a journey goes that needs no install of its own. It signs up people of its own there,
 * who see nothing of the organizations of another journey.
 */
export const getSharedUrl = (): string => inject('sharedUrl')

/** Starts Basalt on a data directory without a cluster, with what a journey sets. */
export async function startBuiltInstall(
  settings: Record<string, string> = {},
): Promise<BuiltInstall> {
  return startInstall(await dataDirectory(), settings)
}

/**
 * Starts Basalt as people do, with `tools/start.mjs`, on a free port. The environment holds what
 * is set here, and no setting of the person who runs it.
 */
export async function startInstall(
  data: TemporaryFolder,
  settings: Record<string, string> = {},
): Promise<BuiltInstall> {
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
