import { join } from 'node:path'

import { dataDirectory, freePort, startProcess, type TemporaryFolder } from '@basalt/testkit'
import { inject } from 'vitest'

const root = join(import.meta.dirname, '..')

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the install that the journeys of a run share. */
    sharedUrl: string
  }
}

export type BuiltInstall = {
  url: string
  dataDir: string
  stop(): Promise<void>
}

/**
 * The install for journeys that need no separate one. Each signs up its own users, who do not see
 * the organizations of other journeys.
 */
export const getSharedUrl = (): string => inject('sharedUrl')

/** Starts Basalt on a data directory without a cluster, with the settings of a journey. */
export async function startBuiltInstall(
  settings: Record<string, string> = {},
): Promise<BuiltInstall> {
  return startInstall(await dataDirectory(), settings)
}

/**
 * Starts Basalt as users do, with `tools/start.mjs`, on a free port. The environment has only the
 * given settings, and none of the developer's.
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
