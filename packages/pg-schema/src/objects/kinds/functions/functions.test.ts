import type { FunctionDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../../../designs/run-steps.ts'
import { toSql } from '../../../designs/steps.ts'
import { findFault } from '../../find-fault.ts'
import type { ObjectChange } from '../../object-kind.ts'
import { planObjectChange, readObjectDesign } from '../../plan-object.ts'
import { functionsCase } from '../../testing/functions-case.ts'
import { functions } from './functions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

const plain: FunctionDesign = {
  ...functionsCase.design,
  name: 'plain',
  arguments: [{ mode: 'in', name: 'a', type: 'integer', default: null }],
  returns: 'integer',
  rows: '',
  settings: [],
  language: 'sql',
  body: 'select a',
}

async function apply(change: ObjectChange<FunctionDesign>) {
  const { steps } = await planObjectChange(database.db, functions, change)
  await runSteps(database.db, { steps })
  return steps
}

async function find(name: string) {
  const [row] = await database.db.query<{ id: number; grants: string[] | null }>(
    `select oid::int8::float8 as id, (
       select json_agg(format('%s of %s by %s', privilege_type, coalesce(r.rolname, 'public'), a.grantor::regrole) order by r.rolname)
       from aclexplode(proacl) a left join pg_roles r on r.oid = a.grantee
     ) as grants from pg_proc where proname = $1`,
    [name],
  )
  const read = row && (await readObjectDesign(database.db, functions, row.id))
  if (row === undefined || !read) throw new Error(`There is no function ${name}`)
  return { ...row, ...read }
}

const alter = async (name: string, part: Partial<FunctionDesign>) => {
  const { id, version, design } = await find(name)
  return apply({ action: 'alter', id, version, design: { ...design, ...part } })
}

test('grants with their grantors, owner and comment survive another result type', async () => {
  await apply({ action: 'create', design: plain })
  await database.run(
    'create role "Odd reader"',
    'revoke all on function plain(integer) from public',
    'grant execute on function plain(integer) to "Odd reader" with grant option',
    'create role "second reader"',
    'grant "Odd reader" to current_user',
    'alter default privileges grant execute on functions to pg_monitor',
  )
  await database.db.transaction(async (tx) => {
    await tx.text('set local role "Odd reader"')
    await tx.text('grant execute on function plain(integer) to "second reader"')
  })
  const before = await find('plain')
  await alter('plain', { returns: 'bigint', body: 'select a::bigint' })
  const after = await find('plain')
  expect(after.grants).toEqual(before.grants)
  expect(after.id).not.toBe(before.id)
  expect(after.design).toEqual({ ...before.design, returns: 'bigint', body: 'select a::bigint' })
})

test('a replaced function keeps its planner support function and its transforms', async () => {
  const [row] = await database.db.query<{ id: number }>(
    "select 'pg_catalog.generate_series(bigint,bigint)'::regprocedure::int8::float8 as id",
  )
  const read = await readObjectDesign(database.db, functions, row?.id ?? 0)
  const support = 'pg_catalog.generate_series_int8_support'
  expect(read?.design).toMatchObject({ support, transforms: [] })
  const from: FunctionDesign = { ...plain, support, transforms: ['hstore', 'public."Odd"'] }
  const steps = await functions.alter(from, { ...from, body: 'select 2' }, database.db)
  expect(steps.map(({ fragment }) => toSql(fragment)).join()).toMatch(
    /transform for type hstore, for type public\."Odd".* support pg_catalog\.generate_series_int8_support/u,
  )
})

test('bodies of the SQL standard, and procedures with output, are read as they are written', async () => {
  const procedure: FunctionDesign = {
    ...plain,
    name: 'standard',
    kind: 'procedure',
    arguments: [{ mode: 'inout', name: 'a', type: 'integer', default: null }],
    returns: null,
    volatility: 'volatile',
    strict: false,
    parallel: 'unsafe',
    cost: '100',
    body_style: 'sql',
    body: 'BEGIN ATOMIC\n SELECT (a + 1);\nEND',
  }
  await apply({ action: 'create', design: procedure })
  expect((await find('standard')).design).toEqual(procedure)
  await alter('standard', { security_definer: false })
  expect((await find('standard')).design).toEqual({ ...procedure, security_definer: false })
})

test.each([
  ['sql', '\nselect 1;\nselect nope', 'line 3: column "nope" does not exist'],
  ['plpgsql', '\nbegin\n  retrun 1;\nend', 'line 3: syntax error at or near "retrun"'],
  ['plpgsql', '\nbegin\n  return 1;\n', 'line 4: syntax error at end of input'],
])('a mistake in a body of %s is shown at its line', async (language, body, message) => {
  const design = { ...plain, name: 'broken', language, body }
  await expect(apply({ action: 'create', design })).rejects.toMatchObject({
    fields: { body: expect.stringContaining(message) as string },
  })
})

test('a new function does not take the place of one with the same arguments', async () => {
  await apply({ action: 'create', design: { ...plain, name: 'taken' } })
  await expect(apply({ action: 'create', design: { ...plain, name: 'taken' } })).rejects.toThrow(
    'already exists',
  )
})

test('a mistake in a body is found at its offset while it is edited, and nothing is created', async () => {
  const check = async (body: string) => {
    const design = { ...plain, name: 'unsaved', language: 'plpgsql', body }
    const { steps } = await planObjectChange(database.db, functions, { action: 'create', design })
    return findFault(
      database.db,
      steps.map(({ fragment }) => fragment),
    )
  }
  const body = '\nbegin\n  retrun 1;\nend'
  expect(await check(body)).toEqual({
    field: 'body',
    message: 'syntax error at or near "retrun"',
    position: body.indexOf('retrun'),
  })
  expect(await check('begin\n  return 1;\nend')).toBeNull()
  await expect(find('unsaved')).rejects.toThrow('There is no function unsaved')
})
