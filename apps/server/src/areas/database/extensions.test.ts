import { databaseExtensions as routes } from '@basalt/contract/database/extensions'
import type { ExtensionChange } from '@basalt/contract/database/extensions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import type { ConnectedClient } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let owner: ConnectedClient
let reader: ConnectedClient
let ref: string

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner, ref } = fixtures)
  reader = (await fixtures.member('Read-only')).client
})
afterAll(() => fixtures.close())

const list = async (as = owner) => (await as.call(routes.list, { params: { ref } })).extensions
const find = async (name: string, as = owner) =>
  (await list(as)).find((extension) => extension.name === name)
const read = (name: string) => owner.call(routes.read, { params: { ref, name } })
const preview = async (body: ExtensionChange) =>
  (await owner.call(routes.preview, { params: { ref }, body })).statements.map(({ sql }) => sql)
const apply = (body: ExtensionChange, as = owner) =>
  as.call(routes.apply, { params: { ref }, body })
const enable = (name: string, schema = 'public', version: string | null = null) =>
  ({ action: 'enable', name, schema, version }) as const

describe('the list', () => {
  test('has what the engine can create, and nothing that it lacks or cannot load', async () => {
    const names = (await list()).map(({ name }) => name)
    expect(names).toContain('citext')
    expect(names).not.toContain('vector')
    expect(names).not.toContain('plperl')
  })

  test('marks extensions that only a superuser may create, for readers too', async () => {
    for (const as of [owner, reader]) {
      expect(await find('citext', as)).toMatchObject({ needs_superuser: false })
      expect(await find('file_fdw', as)).toMatchObject({ needs_superuser: true })
    }
  })

  test('shows plpgsql as installed, and as the property of another role', async () => {
    expect(await find('plpgsql')).toMatchObject({
      schema: 'pg_catalog',
      locked: 'It belongs to the role basalt_control',
    })
    await expect(apply({ action: 'drop', name: 'plpgsql', cascade: false })).rejects.toMatchObject({
      code: 409,
    })
  })
})

describe('an extension', () => {
  test('is previewed and enabled in a schema that is created for it', async () => {
    const statements = [
      'create schema "extensions"',
      'create extension "citext" with schema "extensions"',
    ]
    expect(await preview(enable('citext', 'extensions'))).toEqual(statements)
    expect(await find('citext')).toMatchObject({ installed_version: null })
    await apply(enable('citext', 'extensions'))
    expect(await find('citext')).toMatchObject({ schema: 'extensions', installed_version: '1.8' })
    await expect(apply(enable('citext'))).rejects.toMatchObject({ code: 409 })
  })

  test('is updated to a newer version, and to no unknown one', async () => {
    await apply(enable('pg_trgm', 'public', '1.3'))
    const { versions } = await read('pg_trgm')
    expect(versions).toEqual(['1.4', '1.5', '1.6'])
    await expect(apply({ action: 'update', name: 'pg_trgm', version: '9' })).rejects.toMatchObject({
      code: 400,
      fields: { version: expect.stringContaining('1.3') },
    })
    await apply({ action: 'update', name: 'pg_trgm', version: '1.6' })
    expect(await find('pg_trgm')).toMatchObject({ installed_version: '1.6' })
  })

  test('that is trusted cannot be moved, because a superuser owns its objects', async () => {
    await apply(enable('hstore'))
    expect(await find('hstore')).toMatchObject({ can_move: false })
    await expect(
      apply({ action: 'move', name: 'hstore', schema: 'extensions' }),
    ).rejects.toMatchObject({ code: 409, message: expect.stringContaining('Drop it and enable') })
  })

  test('is dropped with the columns that need it only after they were listed', async () => {
    await fixtures.run(
      'create table public.people (id int, email extensions.citext)',
      'create view public.emails as select email from public.people',
    )
    const { dependents } = await read('citext')
    const described = dependents.map(({ description }) => description)
    expect(described.toSorted()).toEqual(['column email of table people', 'view emails'])
    const drop = { action: 'drop', name: 'citext', cascade: false } as const
    await expect(apply(drop)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('column email of table people'),
    })
    await apply({ ...drop, cascade: true })
    expect(await find('citext')).toMatchObject({ installed_version: null })
  })

  test('that only a superuser may create is refused before anything runs', async () => {
    const body = enable('file_fdw', 'unused')
    await expect(apply(body)).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('Only a superuser'),
    })
  })

  test('is unknown where the engine lacks it', async () => {
    await expect(apply(enable('vector'))).rejects.toMatchObject({ code: 404 })
    await expect(read('vector')).rejects.toMatchObject({ code: 404 })
  })

  test('is not enabled by a reader, who sees the list', async () => {
    expect(await find('citext', reader)).toBeDefined()
    await expect(apply(enable('isn'), reader)).rejects.toMatchObject({ code: 403 })
  })
})
