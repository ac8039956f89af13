import { databaseTriggerScripts } from '@basalt/contract/database/object-scripts'
import { databaseFunctions as routes } from '@basalt/contract/database/objects/functions'
import { databaseTriggers } from '@basalt/contract/database/objects/triggers'
import type { FunctionDesign } from '@basalt/pg-model'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
  await fixtures.run('create schema "Select.From"')
})
afterAll(() => fixtures.close())

const params = () => ({ ref: fixtures.ref })

/** A function whose name is a word of SQL, in a schema whose name has to be quoted. */
async function createOrder() {
  await fixtures.run(
    `create or replace function "Select.From"."order"(a int) returns int language plpgsql
       as 'begin return a; end'`,
  )
  const { rows } = await fixtures.owner.call(routes.list, {
    params: params(),
    query: { search: 'order', schema: 'Select.From' },
  })
  return read(rows[0]?.id ?? 0)
}

async function read(id: number) {
  const { version, design } = await fixtures.owner.call(routes.read, {
    params: { ...params(), id },
  })
  return { id, version, design }
}

type Read = Awaited<ReturnType<typeof read>>

const alter = ({ id, version, design }: Read, part: Partial<FunctionDesign>) => ({
  params: params(),
  body: { action: 'alter' as const, id, version, design: { ...design, ...part } },
})

test('of two people who edit one function, the second gets a conflict and changes nothing', async () => {
  const order = await createOrder()
  const edits = [1, 2].map((factor) => `begin return a + ${factor}; end`)
  const done = await Promise.allSettled(
    edits.map((body) => fixtures.owner.call(routes.apply, alter(order, { body }))),
  )
  const [refused, ...others] = done.filter((one) => one.status === 'rejected')
  expect(others).toEqual([])
  expect(refused?.reason).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('Someone else changed this function, so nothing was done'),
  })
  const kept = edits[done.findIndex((one) => one.status === 'fulfilled')]
  expect((await read(order.id)).design.body).toBe(kept)
})

test('an object that was dropped since it was read can be neither read, changed nor dropped', async () => {
  const order = await createOrder()
  await fixtures.run('drop function "Select.From"."order"')
  const missing = { kind: 'not_found', message: expect.stringMatching(/no longer exists/u) }
  const change = alter(order, { body: 'begin return 1; end' })
  await expect(fixtures.owner.call(routes.preview, change)).rejects.toMatchObject(missing)
  await expect(fixtures.owner.call(routes.apply, change)).rejects.toMatchObject(missing)
  const drop = { action: 'drop' as const, id: order.id, cascade: false }
  await expect(
    fixtures.owner.call(routes.apply, { params: params(), body: drop }),
  ).rejects.toMatchObject(missing)
  await expect(read(order.id)).rejects.toMatchObject({ kind: 'not_found' })
})

test('a copy of a function that PUBLIC may not execute is closed to PUBLIC too', async () => {
  const order = await createOrder()
  await fixtures.run('revoke all on function "Select.From"."order"(int) from public')
  const design = { ...order.design, name: 'order_copy', security_definer: true }
  const body = { action: 'create' as const, design, copy_of: order.id }
  const { statements } = await fixtures.owner.call(routes.preview, { params: params(), body })
  expect(statements.map(({ sql }) => sql)).toContainEqual(
    'revoke all on function "Select.From"."order_copy"(integer) from public',
  )
  const { id } = await fixtures.owner.call(routes.apply, { params: params(), body })
  const copied = await fixtures.owner.call(routes.read, {
    params: { ...params(), id: id ?? 0 },
  })
  expect(copied.row.executors).toEqual(['postgres'])
  expect(copied.sql).toContain('revoke all on function "Select.From"."order_copy"(integer)')
  await fixtures.run('drop function "Select.From"."order"')
  await expect(
    fixtures.owner.call(routes.preview, { params: params(), body }),
  ).rejects.toMatchObject({ kind: 'not_found' })
})

test('a function that fails to compile is reported at its line, and the old one stays', async () => {
  const order = await createOrder()
  const change = alter(order, {
    name: 'renamed',
    body: '\nbegin\n  retrun a;\nend',
    comment: 'A comment',
  })
  await expect(fixtures.owner.call(routes.apply, change)).rejects.toMatchObject({
    fields: { body: expect.stringMatching(/^line 3: syntax error at or near "retrun"/u) },
  })
  const { fault } = await fixtures.owner.call(routes.preview, change)
  expect(fault).toMatchObject({
    field: 'body',
    position: change.body.design.body.indexOf('retrun'),
  })
  expect(await read(order.id)).toEqual(order)
})

test('a change of an object on a locked table ends after 5 s, names the lock and changes nothing', async () => {
  await fixtures.run(
    'create table public.cargo (id int primary key)',
    `create function public.stamp() returns trigger language plpgsql as 'begin return new; end'`,
    `create trigger stamped before insert on public.cargo for each row when (new.id > 1)
     execute function public.stamp()`,
  )
  const list = async () => {
    const query = { search: 'stamp' }
    const { rows } = await fixtures.owner.call(databaseTriggers.list, { params: params(), query })
    return rows
  }
  const id = (await list())[0]?.id ?? 0
  const opened = await fixtures.owner.call(databaseTriggers.read, { params: { ...params(), id } })
  const db = await fixtures.install.engine.open(fixtures.ref, 'owner')
  await db.transaction(async (tx) => {
    await tx.text('lock table public.cargo in access exclusive mode')
    const { version, design } = opened
    const change = { action: 'alter' as const, id, version, design: { ...design, name: 'renamed' } }
    const byId = { params: { ...params(), id } }
    const answers = await Promise.allSettled([
      fixtures.owner.call(databaseTriggers.apply, { params: params(), body: change }),
      fixtures.owner.call(databaseTriggers.read, byId),
      fixtures.owner.call(databaseTriggerScripts.read, byId),
    ])
    const refused = {
      kind: 'conflict',
      message: expect.stringMatching(/^Nothing was changed: after 5 s .* locked by .*process \d+/u),
    }
    expect(answers).toMatchObject(answers.map(() => ({ status: 'rejected', reason: refused })))
  })
  expect((await list()).map(({ name }) => name)).toEqual(['stamped'])
})
