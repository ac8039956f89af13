import { join } from 'node:path'

import type { ProjectEngine } from '@basalt/engine'
import { externalEngine } from '@basalt/engine-external'

type Cluster = {
  engine: ProjectEngine
  dataDir: string
  secretFor: (label: string) => string
  ref: string
}

/** Makes the owner of a project a superuser, as on a server of their own, or takes it back. */
export async function makeSuperuser(
  { engine, dataDir, secretFor, ref }: Cluster,
  isSuperuser = true,
): Promise<void> {
  const { port, user } = await engine.connection(ref)
  const secret = encodeURIComponent(secretFor(`postgres/${ref}/basalt_control`))
  const socket = encodeURIComponent(join(dataDir, 's'))
  const address = `postgres://basalt_control:${secret}@localhost:${port}/basalt?host=${socket}`
  const control = externalEngine({ databases: { basalt: address } })
  const role = `"${user.replaceAll('"', '""')}"`
  const attribute = isSuperuser ? 'superuser' : 'nosuperuser'
  await (await control.open('basalt', 'owner')).text(`alter role ${role} ${attribute}`)
  await control.shutdown()
}
