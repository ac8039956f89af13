import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { installMigrations } from '../../areas.ts'
import { insertProject } from '../../store/projects.ts'
import { openStore, type OpenStore } from '../../store/store.ts'
import { systemDatabase } from '../../testing/system-database.ts'
import { findFolder, insertFolder, listFolders } from './snippet-folder-store.ts'
import {
  favourSnippet,
  findSnippet,
  insertSnippet,
  listSnippets,
  type SnippetReader,
  updateSnippet,
} from './snippet-store.ts'

let open: OpenStore
let drop: () => Promise<void>
/** The reader of an install without accounts. */
let reader: SnippetReader

beforeAll(async () => {
  const system = await systemDatabase()
  ;({ drop } = system)
  open = await openStore(system.address, { migrations: installMigrations })
  await insertProject(
    open.store,
    {
      ref: 'default',
      name: 'Database',
      organization_id: await organization(),
      cloud_provider: 'AWS',
      region: 'local',
      compute_size: 'ci_small',
    },
    null,
  )
  const project = await open.store.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  reader = { projectId: project.id, userId: null, mayChangeShared: true }
})
afterAll(async () => {
  await open.close()
  await drop()
})

async function organization(): Promise<number> {
  const row = await open.store
    .insertInto('organizations')
    .values({ name: 'Default', slug: 'default', kind: 'Personal', plan: 'enterprise' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const create = (name: string, folder_id: string | null = null) =>
  insertSnippet(open.store, reader, {
    id: randomUUID(),
    name,
    sql: `select '${name}'`,
    visibility: 'private',
    folder_id,
  })

test('without accounts queries, folders and favourites belong to every reader', async () => {
  const folder = await insertFolder(open.store, reader, {
    id: randomUUID(),
    name: 'Reports',
    visibility: 'private',
    parent_id: null,
  })
  const snippet = await create('kept', folder?.id)
  expect(snippet).toMatchObject({ is_own: true, owner: null, may_change: true })
  const id = snippet?.id ?? ''
  for (const isFavourite of [true, true]) {
    await favourSnippet(open.store, reader, { id, isFavourite })
  }
  const [listed] = await listSnippets(open.store, reader)
  expect(listed).toMatchObject({ id, is_favourite: true, folder_id: folder?.id })
  expect(await listFolders(open.store, reader)).toEqual([folder])
  await favourSnippet(open.store, reader, { id, isFavourite: false })
  expect(await findSnippet(open.store, reader, id)).toMatchObject({ is_favourite: false })
})

test('a user with an account sees none without an owner, except shared ones', async () => {
  const user = await open.store
    .insertInto('users')
    .values({ email: 'olga@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const other = { ...reader, userId: user.id }
  const snippet = await create('nobody’s')
  const id = snippet?.id ?? ''
  expect(await findSnippet(open.store, other, id)).toBeNull()
  await open.store
    .transaction()
    .execute((tx) => updateSnippet(tx, reader, { id, visibility: 'project' }))
  expect(await findSnippet(open.store, other, id)).toMatchObject({ is_own: false })
  const [folder] = await listFolders(open.store, reader)
  expect(await findFolder(open.store, other, folder?.id ?? '')).toBeNull()
})
