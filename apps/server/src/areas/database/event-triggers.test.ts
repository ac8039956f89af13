import { databaseEventTriggers as routes } from '@basalt/contract/database/objects/event-triggers'
import type { EventTriggerDesign } from '@basalt/pg-model'
import { makeSuperuser } from '@basalt/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
beforeAll(async () => {
  fixtures = await projectFixtures()
  await fixtures.run(
    'create schema "Odd.Events"',
    `create function "Odd.Events"."Note it"() returns event_trigger language plpgsql as 'begin end'`,
    `create function "Odd.Events".other() returns event_trigger language plpgsql as 'begin end'`,
  )
})
afterAll(() => fixtures.close())

const design: EventTriggerDesign = {
  name: 'Note "commands".x',
  owner: 'postgres',
  comment: "The schema's changes",
  event: 'ddl_command_end',
  tags: ['CREATE TABLE', 'ALTER TABLE'],
  function: '"Odd.Events"."Note it"',
  enabled: 'replica',
}

const params = () => ({ ref: fixtures.ref })
const create = (part: Partial<EventTriggerDesign> = {}) =>
  fixtures.owner.call(routes.apply, {
    params: params(),
    body: { action: 'create', design: { ...design, ...part } },
  })
const list = () => fixtures.owner.call(routes.list, { params: params(), query: {} })
const read = (id: number) => fixtures.owner.call(routes.read, { params: { ...params(), id } })

test('the owner of a project, who is no superuser, reads why they cannot create one', async () => {
  const { obstacle, rows } = await list()
  expect(rows).toEqual([])
  expect(obstacle).toContain('Only superusers can create and change event triggers')
  await expect(create()).rejects.toMatchObject({ code: 409, message: `${obstacle}.` })
})

const changes: [string, Partial<EventTriggerDesign>][] = [
  ['the name', { name: 'note' }],
  ['the comment', { comment: null }],
  ['the state', { enabled: 'disabled' }],
  ['the commands', { tags: [] }],
  ['the event', { event: 'sql_drop', tags: ['DROP TABLE'] }],
  ['the function', { function: '"Odd.Events".other' }],
]

/** The commands are refused with their message, and nothing is created. */
const faults: [keyof EventTriggerDesign, Partial<EventTriggerDesign>][] = [
  ['tags', { tags: ['CREATE NOTHING'] }],
  ['tags', { event: 'login' }],
  ['function', { name: 'x', function: 'public.nowhere' }],
  ['function', { name: 'x', function: 'pg_catalog.now' }],
  ['name', { comment: 'a second one' }],
]

test('a superuser creates, changes one attribute at a time, and drops one', async () => {
  const { dataDir, vault } = fixtures.install.parts
  const { engine } = fixtures.install
  await makeSuperuser({ engine, dataDir, secretFor: (label) => vault.derive(label), ...params() })
  expect((await list()).obstacle).toBeNull()
  let { id } = await create()
  for (const [name, part] of changes) {
    for (const next of [{ ...design, ...part }, design]) {
      const { version } = await read(id ?? 0)
      const body = { action: 'alter', id: id ?? 0, version, design: next } as const
      ;({ id } = await fixtures.owner.call(routes.apply, { params: params(), body }))
      expect([name, (await read(id ?? 0)).design]).toEqual([name, next])
    }
  }
  for (const [field, part] of faults)
    await expect(create(part)).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  const found = await read(id ?? 0)
  expect(found.dependencies).toMatchObject([{ type: 'function' }])
  const body = { action: 'drop', id: id ?? 0, cascade: false } as const
  await fixtures.owner.call(routes.apply, { params: params(), body })
  expect((await list()).rows).toEqual([])
})
