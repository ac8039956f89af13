import { isVerifierOf } from '@basalt/engine'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { shownSteps } from '../../../designs/other-changes.ts'
import { runSteps } from '../../../designs/run-steps.ts'
import { toRecordedSql, toSql } from '../../../designs/steps.ts'
import { findObject } from '../../list-objects.ts'
import { planObjectChange } from '../../plan-object.ts'
import { rolesCase } from '../../testing/roles-case.ts'
import { listDependents } from './drop-role.ts'
import { roles } from './roles.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const design = { ...rolesCase.design, member_of: [], members: [], settings: [] }

test('a password is sent as a verifier, and neither is shown or recorded', async () => {
  const password = 'plain-otter-Velvet'
  const from = { ...design, name: 'clerk' }
  const steps = await roles.alter(from, { ...from, password }, database.db)
  const [sql = ''] = steps.map(({ fragment }) => toSql(fragment))
  const verifier = /^alter role "clerk" password '(SCRAM-SHA-256[^']+)'$/u.exec(sql)?.[1]
  expect(await isVerifierOf(verifier ?? null, password)).toBe(true)
  expect(shownSteps(steps).map((step) => step.sql)).toEqual([`alter role "clerk" password '…'`])
  expect(steps.map(({ fragment }) => toRecordedSql(fragment))).toEqual([
    `-- alter role "clerk" password '…'`,
  ])
  expect(await roles.alter({ ...from }, { ...from, password: null }, database.db)).toEqual([])
})

const create = async (name: string) => {
  const { steps } = await planObjectChange(database.db, roles, {
    action: 'create',
    design: { ...design, name, password: 'plain-otter-Velvet' },
  })
  await runSteps(database.db, { steps })
  const [row] = await database.db.query<{ id: number }>(
    'select oid::int8::float8 as id from pg_roles where rolname = $1',
    [name],
  )
  const id = row?.id ?? 0
  await database.run(
    `grant "${name}" to current_user`,
    `grant create on schema public to "${name}"`,
    'create table kept (id int)',
    `alter table kept owner to "${name}"`,
  )
  return id
}

const drop = async (id: number, newOwner?: string | null) => {
  const { steps } = await planObjectChange(database.db, roles, {
    action: 'drop',
    id,
    cascade: true,
    ...(newOwner !== undefined && { new_owner: newOwner }),
  })
  await runSteps(database.db, { steps })
}

const owner = async () => {
  const [row] = await database.db.query<{ owner: string }>(
    "select relowner::regrole::text as owner from pg_class where relname = 'kept'",
  )
  return row?.owner
}

test('the objects of a dropped role go to the chosen role, or are dropped', async () => {
  await database.run('create role receiver', 'grant receiver to current_user with inherit true')
  const first = await create('first')
  const listed = await listDependents(database.db, first)
  expect(listed.map(({ description }) => description)).toContain('owner of table kept')
  await expect(
    planObjectChange(database.db, roles, { action: 'drop', id: first, cascade: false }),
  ).rejects.toThrow('Nothing was dropped')
  await database.run('grant create on schema public to receiver')
  await drop(first, 'receiver')
  expect(await owner()).toBe('receiver')
  await database.run('drop table kept')
  await drop(await create('second'))
  expect(await owner()).toBe('postgres')
  await database.run('drop table kept')
  await drop(await create('third'), null)
  expect(await owner()).toBeUndefined()
})

test('objects in other databases are counted by database, and keep the role from being dropped', async () => {
  await database.run(
    'create role worker',
    'create database "Odd.archive"',
    'grant connect on database "Odd.archive" to worker',
  )
  const [row] = await database.db.query<{ id: number }>(
    "select oid::int8::float8 as id from pg_roles where rolname = 'worker'",
  )
  const id = row?.id ?? 0
  const read = () => findObject<RoleRow>(database.db, roles, id)
  // Databases themselves are shared by all, and DROP OWNED removes privileges on them.
  expect(await read()).toMatchObject({ other_databases: [], kept: null })
  await database.inDatabase(
    'Odd.archive',
    'create table bills (id int)',
    'create schema notes',
    'grant select on bills to worker',
    'grant usage on schema notes to worker',
  )
  const reason =
    'It owns objects or has privileges in other databases: Odd.archive (2). Drop or reassign them there first'
  expect(await read()).toMatchObject({
    other_databases: [{ database: 'Odd.archive', objects: 2 }],
    kept: reason,
  })
  await expect(drop(id)).rejects.toThrow(`${reason}.`)
  await database.run('drop database "Odd.archive"')
  await drop(id)
})

type RoleRow = {
  id: number
  kept: string | null
  other_databases: { database: string; objects: number }[]
}
