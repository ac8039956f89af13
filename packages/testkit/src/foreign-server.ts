import { join } from 'node:path'

import type { ProjectDatabase } from '@basalt/engine'
import { embeddedEngine } from '@basalt/engine-embedded'
import { externalEngine } from '@basalt/engine-external'

import { dataDirectory } from './data-directory.ts'

export type ForeignServer = {
  /** The connection of the database's owner, who is no superuser. */
  url: string
  db: ProjectDatabase
  dispose(): Promise<void>
}

const ref = 'shop'
const password = 'plain-otter-Velvet-41-quarry'

/**
 * A database with `postgres_fdw`, installed by a superuser, and a foreign server `elsewhere` that
 * leads back to the database itself: a foreign table reads another table of it. Every role of the
 * database may read through it.
 */
export async function foreignServer(): Promise<ForeignServer> {
  const folder = await dataDirectory()
  const secretFor = (label: string) => `secret of ${label}`
  const engine = embeddedEngine({ dataDir: folder.path, secretFor })
  await engine.create(ref, { ownerPassword: password })
  const db = await engine.open(ref, 'owner')
  const { port, user, database } = await engine.connection(ref)
  const secret = encodeURIComponent(secretFor(`postgres/${ref}/basalt_control`))
  const socket = encodeURIComponent(join(folder.path, 's'))
  const control = externalEngine({
    databases: {
      basalt: `postgres://basalt_control:${secret}@localhost:${port}/basalt?host=${socket}`,
    },
  })
  const superuser = await control.open('basalt', 'owner')
  await superuser.text(`alter role ${user} superuser`)
  await db.text('create extension postgres_fdw')
  await superuser.text(`alter role ${user} nosuperuser`)
  await control.shutdown()
  await db.text(`create server elsewhere foreign data wrapper postgres_fdw
    options (host '127.0.0.1', port '${port}', dbname '${database}')`)
  await db.text(
    `create user mapping for public server elsewhere options (user '${user}', password '${password}')`,
  )
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    db,
    async dispose() {
      await engine.shutdown()
      await engine.disconnect()
      await folder.remove()
    },
  }
}
