import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { embeddedEngine } from '@basalt/engine-embedded'

/** A server that the engine under test knows only by its URL. */
export async function externalServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'basalt-'))
  await chmod(dataDir, 0o755)
  const host = embeddedEngine({ dataDir, secretFor: (label) => `secret of ${label}` })
  const ref = 'external'
  const password = 'p@ss/word'
  await host.create(ref, { ownerPassword: password })
  const { port, user, database } = await host.connection(ref)
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    start: () => host.start(ref),
    stop: () => host.stop(ref),
    dispose: async () => {
      await host.shutdown()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
