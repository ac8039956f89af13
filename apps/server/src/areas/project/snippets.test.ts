import { randomUUID } from 'node:crypto'

import { profiles } from '@basalt/contract/account/profile'
import {
  type Snippet,
  snippetFolders,
  snippetLimits,
  snippets,
} from '@basalt/contract/project/snippets'
import { sql as raw } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'
import { type ConnectedClient, signUpOwner } from '../../testing/test-install.ts'

let fixtures: ProjectFixtures
let client: ConnectedClient
let colleague: ConnectedClient
let ref: string
/** A Read-only member, a Developer, and a user of another organization. */
let developer: ConnectedClient
let outsider: ConnectedClient

beforeAll(async () => {
  fixtures = await projectFixtures()
  ;({ owner: client, ref } = fixtures)
  colleague = (await fixtures.member('Read-only')).client
  developer = (await fixtures.member('Developer')).client
  outsider = (await signUpOwner(fixtures.install)).client
})
afterAll(() => fixtures.close())

const create = (body: Partial<Snippet> = {}, as = client) =>
  as.call(snippets.create, {
    params: { ref },
    body: { id: randomUUID(), name: 'Orders', sql: 'select * from orders', ...body },
  })

const listed = async (as = client) =>
  (await as.call(snippets.list, { params: { ref } })).map(({ name }) => name)

describe('a saved query', () => {
  test('is returned as written, last changed first', async () => {
    const first = await create({ name: 'First', sql: "select '💧';\n-- end" })
    await create({ name: 'Second' })
    await expect(
      client.call(snippets.get, { params: { ref, id: first.id } }),
    ).resolves.toMatchObject({
      sql: "select '💧';\n-- end",
      version: 1,
    })
    expect((await listed()).slice(0, 2)).toEqual(['Second', 'First'])
    await client.call(snippets.update, {
      params: { ref, id: first.id },
      body: { version: 1, name: 'First again' },
    })
    expect((await listed())[0]).toBe('First again')
  })

  test('is created once, for any number of repeated requests', async () => {
    const id = randomUUID()
    const [one, other] = await Promise.all([
      create({ id, name: 'Once' }),
      create({ id, name: 'Once' }),
    ])
    expect(one).toEqual(other)
    expect((await listed()).filter((name) => name === 'Once')).toHaveLength(1)
  })

  test('is not overwritten by a window with an older version', async () => {
    const { id } = await create({ name: 'Shared' })
    const update = (version: number, sql: string) =>
      client.call(snippets.update, { params: { ref, id }, body: { version, sql } })
    await expect(update(1, 'select 1')).resolves.toMatchObject({ version: 2 })
    await expect(update(1, 'select 2')).rejects.toMatchObject({
      code: 409,
      message: expect.stringContaining('another window') as string,
    })
    await expect(client.call(snippets.get, { params: { ref, id } })).resolves.toMatchObject({
      sql: 'select 1',
    })
  })

  test('changed in two windows at once keeps exactly one of the changes', async () => {
    const { id } = await create({ name: 'Race' })
    const answers = await Promise.allSettled(
      ['select 1', 'select 2', 'select 3'].map((sql) =>
        client.call(snippets.update, { params: { ref, id }, body: { version: 1, sql } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('disappears when it is deleted, and deleting it again reports that', async () => {
    const { id } = await create({ name: 'Short-lived' })
    await client.call(snippets.remove, { params: { ref, id } })
    for (const route of [snippets.get, snippets.remove]) {
      await expect(client.call(route, { params: { ref, id } })).rejects.toMatchObject({
        code: 404,
        message: 'This query does not exist or was deleted',
      })
    }
    const body = { version: 1, sql: 'x' }
    const update = client.call(snippets.update, { params: { ref, id }, body })
    await expect(update).rejects.toMatchObject({ code: 404 })
  })

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ sql: 'x'.repeat(1_048_577) }, 'sql'],
    [{ id: 'not-a-uuid' }, 'id'],
  ])('with %o is refused at its field', async (change, field) => {
    const failure = await create(change).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 400, fields: { [field]: expect.any(String) as string } })
  })
})

describe('queries of other users', () => {
  test('are neither listed nor readable nor writable, and their ids cannot be reused', async () => {
    const { id } = await create({ name: 'Mine' })
    expect(await listed(colleague)).not.toContain('Mine')
    await expect(colleague.call(snippets.get, { params: { ref, id } })).rejects.toMatchObject({
      code: 404,
    })
    await expect(create({ id, name: 'Theirs' }, colleague)).rejects.toMatchObject({ code: 409 })
    await expect(colleague.call(snippets.remove, { params: { ref, id } })).rejects.toMatchObject({
      code: 404,
    })
    await expect(client.call(snippets.get, { params: { ref, id } })).resolves.toMatchObject({
      name: 'Mine',
    })
  })

  test('do not affect a read-only member’s own ones', async () => {
    await create({ name: 'Reader’s own' }, colleague)
    expect(await listed(colleague)).toEqual(['Reader’s own'])
  })
})

const at = (id: string) => ({ ref, id })
const change = (id: string, body: Partial<Snippet> & { keeps?: boolean }, as = client) =>
  as.call(snippets.update, { params: at(id), body })
const read = (id: string, as = client) => as.call(snippets.get, { params: at(id) })
const found = async (id: string, as = client) =>
  (await as.call(snippets.list, { params: { ref } })).find((one) => one.id === id)

describe('a shared query', () => {
  test('is readable for every member, with the name of its owner, and for no one else', async () => {
    const { id } = await create({ name: 'Open', visibility: 'project' })
    for (const one of [colleague, developer]) {
      await expect(read(id, one)).resolves.toMatchObject({
        visibility: 'project',
        is_own: false,
        owner: expect.stringContaining('@') as string,
      })
    }
    await expect(read(id, outsider)).rejects.toMatchObject({ code: 404 })
    await expect(outsider.call(snippets.list, { params: { ref } })).rejects.toMatchObject({
      code: 404,
    })
  })

  test('can be changed by its owner and users with the right, and shows that', async () => {
    const { id } = await create({ name: 'Guarded' })
    await change(id, { visibility: 'project' })
    expect((await found(id, colleague))?.may_change).toBe(false)
    await expect(change(id, { name: 'Mine' }, colleague)).rejects.toMatchObject({ code: 403 })
    await expect(colleague.call(snippets.remove, { params: at(id) })).rejects.toMatchObject({
      code: 403,
    })
    expect((await found(id, developer))?.may_change).toBe(true)
    await expect(change(id, { sql: 'select 2', version: 1 }, developer)).resolves.toMatchObject({
      version: 2,
    })
    await expect(change(id, { visibility: 'private' }, developer)).rejects.toMatchObject({
      code: 403,
      message: 'Only its owner can make it private',
    })
  })

  test('disappears once it is private again, or its reader has left', async () => {
    const { id } = await create({ name: 'Passing', visibility: 'project' })
    const left = await fixtures.member('Developer')
    expect((await read(id, left.client)).name).toBe('Passing')
    await raw`delete from members where user_id = (select id from users where email = ${left.email})`.execute(
      fixtures.install.store,
    )
    await expect(read(id, left.client)).rejects.toMatchObject({ code: 404 })
    await change(id, { visibility: 'private' })
    await expect(read(id, developer)).rejects.toMatchObject({ code: 404 })
    expect((await read(id)).visibility).toBe('private')
  })

  test('is a favourite only of the users who chose it', async () => {
    const { id } = await create({ name: 'Loved', visibility: 'project' })
    const favour = (is_favourite: boolean) =>
      colleague.call(snippets.favour, { params: at(id), body: { is_favourite } })
    await favour(true)
    await favour(true)
    expect((await found(id, colleague))?.is_favourite).toBe(true)
    expect((await found(id))?.is_favourite).toBe(false)
    await favour(false)
    expect((await found(id, colleague))?.is_favourite).toBe(false)
  })
})

describe('a deleted query', () => {
  test('is restored with its versions', async () => {
    const { id } = await create({ name: 'Slip', sql: 'select 1' })
    await change(id, { sql: 'select 2', version: 1 })
    await client.call(snippets.remove, { params: at(id) })
    await expect(colleague.call(snippets.restore, { params: at(id) })).rejects.toMatchObject({
      code: 404,
    })
    await expect(client.call(snippets.restore, { params: at(id) })).resolves.toMatchObject({
      sql: 'select 2',
      version: 2,
    })
    expect(await client.call(snippets.versions, { params: at(id) })).toHaveLength(1)
  })
})

describe('search', () => {
  const search = (text: string, as = client) =>
    as.call(snippets.search, { params: { ref }, query: { text } })

  test('finds names and texts, shows the line, and matches the words literally', async () => {
    const { id } = await create({ name: 'Totals', sql: '-- all\r\nselect 100%_Sure\nfrom x' })
    const matches = [{ id, line: 'select 100%_Sure', line_number: 2 }]
    expect(await search('100%_sURE')).toEqual(matches)
    expect(await search('totals')).toEqual([{ id, line: null, line_number: null }])
    expect(await search('100_%')).toEqual([])
    expect(await search('100%_sure', colleague)).toEqual([])
    await change(id, { visibility: 'project' })
    expect(await search('100%_sure', colleague)).toEqual(matches)
  })
})

describe('versions', () => {
  const versions = (id: string) => client.call(snippets.versions, { params: at(id) })
  const numbers = async (id: string) => (await versions(id)).map(({ version }) => version)
  const later = (id: string) =>
    raw`update snippet_versions set kept_at = kept_at - interval '61 seconds' where snippet_id = ${id}`.execute(
      fixtures.install.store,
    )

  test('have the text of each minute of typing, and not of each save', async () => {
    const { id } = await create({ sql: 'a' })
    for (const version of [1, 2, 3]) await change(id, { sql: `a${version}`, version })
    expect(await numbers(id)).toEqual([1])
    await later(id)
    await change(id, { sql: 'after a minute', version: 4 })
    expect(await numbers(id)).toEqual([4, 1])
    await expect(
      client.call(snippets.version, { params: { ...at(id), version: 4 } }),
    ).resolves.toMatchObject({ sql: 'a3', size_bytes: 2, saved_by: expect.any(String) as string })
    await expect(
      client.call(snippets.version, { params: { ...at(id), version: 2 } }),
    ).rejects.toMatchObject({ code: 404 })
  })

  test('always have texts of other users, and texts that must be kept', async () => {
    const { id } = await create({ sql: 'mine', visibility: 'project' })
    await change(id, { sql: 'mine, longer', version: 1 })
    await change(id, { sql: 'theirs', version: 2 }, developer)
    await change(id, { sql: 'theirs, longer', version: 3 }, developer)
    await change(id, { sql: 'restored', version: 4, keeps: true }, developer)
    expect(await numbers(id)).toEqual([4, 2, 1])
  })

  test('are limited in number, and private', async () => {
    const { id } = await create({ sql: '0' })
    await raw`insert into snippet_versions (snippet_id, version, name, sql, size_bytes, saved_at)
      select ${id}, -n, 'x', 'x', 1, now() from generate_series(1, ${snippetLimits.versions}::int) n`.execute(
      fixtures.install.store,
    )
    await change(id, { sql: '1', version: 1, keeps: true })
    const stored = await numbers(id)
    expect(stored).toHaveLength(snippetLimits.versions)
    expect([stored[0], stored.at(-1)]).toEqual([1, -(snippetLimits.versions - 1)])
    await expect(developer.call(snippets.versions, { params: at(id) })).rejects.toMatchObject({
      code: 404,
    })
  })

  test('from before it was shared are visible to its owner only', async () => {
    const { id } = await create({ sql: 'my secret' })
    await change(id, { sql: 'shared', version: 1, visibility: 'project' })
    await change(id, { sql: 'shared, longer', version: 2, keeps: true })
    expect(await numbers(id)).toEqual([2, 1])
    const theirs = await developer.call(snippets.versions, { params: at(id) })
    expect(theirs.map(({ version }) => version)).toEqual([2])
    const readVersion = (version: number) =>
      developer.call(snippets.version, { params: { ...at(id), version } })
    await expect(readVersion(2)).resolves.toMatchObject({ sql: 'shared' })
    await expect(readVersion(1)).rejects.toMatchObject({ code: 404 })
  })

  test('are created by changes of the text only, and other changes are no conflict', async () => {
    const { id } = await create({ name: 'Before', sql: 'same' })
    await change(id, { sql: 'other', version: 1 })
    await expect(change(id, { name: 'After' })).resolves.toMatchObject({
      name: 'After',
      version: 2,
    })
    await expect(change(id, { sql: 'x' })).rejects.toMatchObject({
      code: 400,
      fields: { version: 'Name the version that this text changes' },
    })
    await expect(change(id, { sql: 'other', version: 2 })).resolves.toMatchObject({ version: 2 })
    expect(await numbers(id)).toEqual([1])
  })
})

describe('folders', () => {
  type NewFolder = { name?: string; visibility?: 'private' | 'project'; parent_id?: string | null }
  const folder = (body: NewFolder = {}, as = client) =>
    as.call(snippetFolders.create, {
      params: { ref },
      body: { id: randomUUID(), name: 'Reports', visibility: 'private', ...body },
    })
  const folders = async (as = client) =>
    (await as.call(snippetFolders.list, { params: { ref } })).map(({ id }) => id)
  const moveFolder = (id: string, parent_id: string | null) =>
    client.call(snippetFolders.update, { params: at(id), body: { parent_id } })

  test('have queries of their section, and two levels', async () => {
    const [outer, other] = [await folder({ name: 'Outer' }), await folder({ name: 'Other' })]
    const inner = await folder({ name: 'Inner', parent_id: outer.id })
    const { id } = await create({ folder_id: inner.id })
    expect((await found(id))?.folder_id).toBe(inner.id)
    await expect(folder({ parent_id: inner.id })).rejects.toMatchObject({ code: 400 })
    await expect(moveFolder(outer.id, other.id)).rejects.toMatchObject({ code: 400 })
    await expect(moveFolder(other.id, other.id)).rejects.toMatchObject({ code: 400 })
    await expect(moveFolder(inner.id, other.id)).resolves.toMatchObject({ parent_id: other.id })
    const shared = await folder({ visibility: 'project' })
    await expect(change(id, { folder_id: shared.id })).rejects.toMatchObject({
      code: 400,
      message: 'A private query cannot be in a shared folder. Share it first.',
    })
    await change(id, { visibility: 'project' })
    expect((await found(id))?.folder_id).toBeNull()
    await change(id, { folder_id: shared.id })
    expect((await found(id, colleague))?.folder_id).toBe(shared.id)
  })

  test('that are deleted leave their content in the parent, and are restored around it', async () => {
    const outer = await folder()
    const inner = await folder({ parent_id: outer.id })
    const { id } = await create({ folder_id: inner.id })
    const params = at(inner.id)
    await client.call(snippetFolders.remove, { params })
    expect((await found(id))?.folder_id).toBe(outer.id)
    await client.call(snippetFolders.remove, { params: at(outer.id) })
    expect((await found(id))?.folder_id).toBeNull()
    await expect(client.call(snippetFolders.restore, { params })).resolves.toMatchObject({
      parent_id: null,
    })
    await client.call(snippetFolders.restore, { params: at(outer.id) })
    expect((await found(id))?.folder_id).toBe(inner.id)
  })

  test('of others are hidden; those of the project need a right to change', async () => {
    const own = await folder()
    const shared = await folder({ visibility: 'project' })
    expect(await folders(colleague)).toContain(shared.id)
    expect(await folders(colleague)).not.toContain(own.id)
    await expect(create({ folder_id: own.id }, colleague)).rejects.toMatchObject({ code: 404 })
    await expect(folder({ visibility: 'project' }, colleague)).rejects.toMatchObject({ code: 403 })
    const remove = { params: at(shared.id) }
    await expect(colleague.call(snippetFolders.remove, remove)).rejects.toMatchObject({ code: 403 })
    const theirs = at(own.id)
    await expect(
      developer.call(snippetFolders.update, { params: theirs, body: { name: 'x' } }),
    ).rejects.toMatchObject({ code: 404 })
  })
})

test('more queries than the limit are refused, with an instruction', async () => {
  const { primary_email: email } = await colleague.call(profiles.get, {})
  await raw`insert into snippets (id, project_id, user_id, name, sql)
    select gen_random_uuid(), projects.id, users.id, 'Many', '' from projects, users,
      generate_series(1, ${snippetLimits.snippets}::int)
    where projects.ref = ${ref} and users.email = ${email}`.execute(fixtures.install.store)
  await expect(create({}, colleague)).rejects.toMatchObject({
    code: 409,
    message: 'You have 1,000 private queries, which is the limit. Delete some first.',
  })
  await expect(create({ name: 'Still room' })).resolves.toMatchObject({ version: 1 })
})
