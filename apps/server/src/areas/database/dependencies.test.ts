import { databaseDependencies as routes } from '@basalt/contract/database/dependencies'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type ProjectFixtures, projectFixtures } from '../../testing/project-fixtures.ts'

let fixtures: ProjectFixtures
let params: { ref: string }

beforeAll(async () => {
  fixtures = await projectFixtures()
  params = { ref: fixtures.ref }
  await fixtures.run(
    'create schema "Odd place"',
    `create type "Odd place".mood as enum ('calm')`,
    'create table "Odd place"."Notes%" (id int primary key, mood "Odd place".mood)',
    'create view "Odd place".calm as select id from "Odd place"."Notes%"',
    'create view "Odd place".calmer as select id from "Odd place".calm',
    'create extension citext',
  )
})
afterAll(() => fixtures.close())

const find = async (search: string, client = fixtures.owner) =>
  (await client.call(routes.search, { params, query: { search } })).objects

test('objects are found by a part of their name, exact names first', async () => {
  expect((await find('CALM')).map(({ type, description }) => [type, description])).toEqual([
    ['view', 'view "Odd place".calm'],
    ['view', 'view "Odd place".calmer'],
  ])
  expect((await find('notes%')).map(({ type }) => type)).toEqual(['table'])
  expect(await find('%')).toHaveLength(1)
  expect((await find('citext')).map(({ type }) => type)).toEqual(['extension'])
})

test('an object shows what it needs and what would be dropped with it, to readers too', async () => {
  const reader = (await fixtures.member('Read-only')).client
  const [table] = await find('Notes%', reader)
  if (table === undefined) throw new Error('The table is missing')
  const read = await reader.call(routes.read, {
    params: { ...params, catalog: table.catalog, id: table.id },
  })
  expect(read.dependents.map(({ description }) => description)).toEqual([
    'view "Odd place".calm',
    'view "Odd place".calmer',
  ])
  expect(read.dependencies.map(({ type }) => type)).toEqual(['type'])
})

test('readers see the graph of an object, and a missing object is not found', async () => {
  const reader = (await fixtures.member('Read-only')).client
  const [table] = await find('Notes%', reader)
  if (table === undefined) throw new Error('The table is missing')
  const graph = await reader.call(routes.graph, {
    params: { ...params, catalog: table.catalog, id: table.id },
  })
  expect(graph.nodes.map(({ description, role }) => [description, role])).toEqual([
    ['type "Odd place".mood', 'needed'],
    ['table "Odd place"."Notes%"', 'root'],
    ['view "Odd place".calm', 'dropped'],
    ['view "Odd place".calmer', 'dropped'],
  ])
  expect(graph).toMatchObject({ dropped: 2, is_cut: false })
  await expect(
    reader.call(routes.graph, { params: { ...params, catalog: 'pg_class', id: 4_000_000_000 } }),
  ).rejects.toMatchObject({ code: 404 })
})
