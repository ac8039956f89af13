import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort, type Started, startProcess } from '@basalt/testkit'

export type Demo = {
  url: string
  users: { email: string; password: string; role: string }[]
  organizations: { slug: string }[]
  projects: { ref: string; organization_slug: string; connection_string: string }[]
}

const script = join(import.meta.dirname, '..', 'tools', 'demo.mjs')

/** Starts the demo as users do, in a separate data directory and on a free port. */
export async function startDemo(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<{ server: Started; demo: Demo }> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('BASALT_'))
  const server = await startProcess(
    [process.execPath, script],
    {
      env: {
        ...Object.fromEntries(inherited),
        BASALT_DATA_DIR: dataDir,
        BASALT_PORT: String(await freePort()),
        ...settings,
      },
    },
    { ready: /^ready /mu, timeoutMs: 150_000 },
  )
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Demo
  return { server, demo }
}
