import { join } from 'node:path'

import type { ProjectEngine } from '@basalt/engine'
import { externalEngine } from '@basalt/engine-external'
import { quoteIdent } from '@basalt/pg-sql'

type Cluster = {
  engine: ProjectEngine
  dataDir: string
  secretFor: (label: string) => string
  ref: string
}

/** Makes the owner of a project a superuser, as on a server of their own. */
export async function makeSuperuser({ engine, dataDir, secretFor, ref }: Cluster): Promise<void> {
  const { port, user } = await engine.connection(ref)
  const secret = encodeURIComponent(secretFor(`postgres/${ref}/basalt_control`))
  const socket = encodeURIComponent(join(dataDir, 's'))
  const address = `postgres://basalt_control:${secret}@localhost:${port}/basalt?host=${socket}`
  const control = externalEngine({ databases: { basalt: address } })
  await (await control.open('basalt', 'owner')).text(`alter role ${quoteIdent(user)} superuser`)
  await control.shutdown()
}
