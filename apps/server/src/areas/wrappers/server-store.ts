import type { ForeignTarget } from '@basalt/contract/wrappers/wrappers'
import { sql } from 'kysely'

import type { Store } from '../../store/store.ts'

export type Connection = {
  target: ForeignTarget
  database: string
  username: string
  password_secret: string
}

export type StoredServer = Connection & {
  id: string
  name: string
  extension: string
  created_at: Date
  updated_at: Date
}

const serversOf = (store: Store, projectId: number) =>
  store
    .selectFrom('foreign_servers')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('name')
    .$castTo<StoredServer>()

export const listServers = (store: Store, projectId: number): Promise<StoredServer[]> =>
  serversOf(store, projectId).execute()

export const findServer = (store: Store, projectId: number, id: string) =>
  serversOf(store, projectId).where('id', '=', id).executeTakeFirst()

type NewServer = Connection & { name: string; extension: string }

export async function insertServer(store: Store, projectId: number, server: NewServer) {
  const { id } = await store
    .insertInto('foreign_servers')
    .values({ ...server, project_id: projectId, target: JSON.stringify(server.target) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const noteExtension = (store: Store, id: string, extension: string) =>
  store
    .updateTable('foreign_servers')
    .set({ extension, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const deleteServer = (store: Store, id: string) =>
  store.deleteFrom('foreign_servers').where('id', '=', id).execute()
