import { randomUUID } from 'node:crypto'

import { snippets } from '@basalt/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { grantRole } from '../../demo.ts'
import {
  type ConnectedClient,
  createProject,
  signUp,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'

let install: TestInstall
let client: ConnectedClient
let colleague: ConnectedClient
let ref: string

beforeAll(async () => {
  install = await startTestInstall()
  const owner = await signUpOwner(install)
  client = owner.client
  ref = (await createProject(client, owner.organization.slug)).ref
  const other = await signUp(install)
  colleague = other.client
  await grantRole(install.store, {
    email: other.email,
    organizationSlug: owner.organization.slug,
    assignment: { role: 'Read-only', project_roles: [] },
  })
})
afterAll(() => install.close())

const create = (body: { id?: string; name?: string; sql?: string } = {}, as = client) =>
  as.call(snippets.create, {
    params: { ref },
    body: { id: randomUUID(), name: 'Orders', sql: 'select * from orders', ...body },
  })

const listed = async (as = client) =>
  (await as.call(snippets.list, { params: { ref } })).map(({ name }) => name)

describe('a query that is kept', () => {
  test('comes back as it was written, last changed first', async () => {
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

  test('is made once, however often the request arrives', async () => {
    const id = randomUUID()
    const [one, other] = await Promise.all([
      create({ id, name: 'Once' }),
      create({ id, name: 'Once' }),
    ])
    expect(one).toEqual(other)
    expect((await listed()).filter((name) => name === 'Once')).toHaveLength(1)
  })

  test('is not overwritten by a window that saw an older version', async () => {
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

  test('is gone after it was deleted, and deleting it again says so', async () => {
    const { id } = await create({ name: 'Short-lived' })
    await client.call(snippets.remove, { params: { ref, id } })
    for (const route of [snippets.get, snippets.remove]) {
      await expect(client.call(route, { params: { ref, id } })).rejects.toMatchObject({
        code: 404,
        message: 'This query does not exist or was deleted',
      })
    }
    const update = client.call(snippets.update, {
      params: { ref, id },
      body: { version: 1, sql: 'x' },
    })
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

describe('the queries of somebody else', () => {
  test('are neither listed nor read nor changed, and their ids cannot be taken', async () => {
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

  test('do not keep a read-only member from having their own', async () => {
    await create({ name: 'Reader’s own' }, colleague)
    expect(await listed(colleague)).toEqual(['Reader’s own'])
  })
})
