import type { TypeDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { runSteps } from '../../../designs/run-steps.ts'
import { findObject, listObjects } from '../../list-objects.ts'
import { planObjectChange, readObjectDesign } from '../../plan-object.ts'
import { types } from './types.ts'
import { refuseUsedValues } from './used-values.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create role reader',
    'create role stranger',
    `create type state as enum ('new', 'open', 'done')`,
    'revoke usage on type state from public',
    'grant usage on type state to reader',
    `comment on type state is 'Of a ticket'`,
    'create table tickets (id int primary key, "State" state, past state[])',
    `insert into tickets values (1, 'open', '{new,open}')`,
    'create index tickets_state on tickets ("State")',
  )
})
afterAll(() => database.dispose())

async function change(part: (design: TypeDesign) => Partial<TypeDesign>) {
  const { db } = database
  const { rows } = await listObjects<{ id: number; name: string }>(db, types, {
    search: 'state',
    direction: 'ascending',
    limit: 10,
  })
  const id = rows.find(({ name }) => name === 'state')?.id ?? 0
  const found = await readObjectDesign(db, types, id)
  if (found === null) throw new Error('There is no type')
  const design = { ...found.design, ...part(found.design) }
  const { version } = found
  const { steps } = await planObjectChange(db, types, { action: 'alter', id, version, design })
  await runSteps(db, { steps })
}

const reversed = ({ values }: TypeDesign) => ({ values: values.toReversed() })

test('reordered values keep rows, arrays, privileges and the comment', async () => {
  await change(reversed)
  const { db } = database
  const [row] = await db.query(
    `select t::text as ticket, (select array_agg(e order by e)::text from unnest(enum_range(null::state)) e) as values,
       obj_description('state'::regtype, 'pg_type') as comment,
       has_type_privilege('reader', 'state', 'usage') as is_granted,
       has_type_privilege('stranger', 'state', 'usage') as is_public
     from tickets t`,
  )
  expect(row).toEqual({
    ticket: '(1,open,"{new,open}")',
    values: '{done,open,new}',
    comment: 'Of a ticket',
    is_granted: true,
    is_public: false,
  })
})

test('a value that a row has cannot be removed', async () => {
  const removed = ({ values }: TypeDesign) => ({
    values: values.filter(({ name }) => name !== 'open'),
  })
  await expect(change(removed)).rejects.toMatchObject({
    fields: {
      values: expect.stringMatching(
        /column State of table public.tickets has “open”, column past of table public.tickets has “open”/u,
      ),
    },
  })
})

test('columns whose search ran out of time are named, and the others are searched', async () => {
  const { db } = database
  await database.run(
    `create table "Slow" (item state)`,
    `insert into "Slow" values ('new')`,
    // Each row that is read takes longer than the search may.
    `create function wait_for(state) returns boolean language sql volatile as 'select pg_sleep(5) is null'`,
    'create view "Slow rows" as select item from "Slow" where not wait_for(item)',
  )
  const column = { column: 'item', is_array: false, is_readable: true, size: 1 }
  const slow = { ...column, table: '"Slow rows"', size: 10 ** 12 }
  const hidden = { ...column, table: 'hidden', is_readable: false }
  const started = Date.now()
  expect(await refuseUsedValues(db, [slow, hidden], { removed: ['new'], limitMs: 300 })).toEqual([
    hidden,
    slow,
  ])
  expect(Date.now() - started).toBeLessThan(4500)
  await db.transaction(async (tx) => {
    expect(await refuseUsedValues(tx, [slow], { removed: ['new'], limitMs: 300 })).toEqual([slow])
    await tx.query('select 1')
  })
  const big = { ...column, table: '"Slow"', size: 10 ** 11 }
  await expect(
    refuseUsedValues(db, [slow, big], { removed: ['new'], limitMs: 1500 }),
  ).rejects.toMatchObject({
    fields: {
      values: expect.stringMatching(
        /column item of table "Slow" has “new”.*was not finished: column item of table "Slow rows"/u,
      ),
    },
  })
  await database.run('drop table "Slow" cascade', 'drop function wait_for(state)')
})

test('views, functions and defaults that prevent a new type are named at the values', async () => {
  await database.run(
    'create view open_tickets as select "State" from tickets',
    `create function get_state() returns state language sql return 'new'::state`,
    `alter table tickets alter column "State" set default 'new'`,
  )
  const refused = change(reversed)
  await expect(refused).rejects.toMatchObject({
    fields: {
      values: expect.stringMatching(
        /default value for column State of table tickets, function get_state\(\), view open_tickets\. Drop them first/u,
      ),
    },
  })
  await database.run('drop view open_tickets', 'drop function get_state()')
})

test('the list shows what a type consists of and how many columns have it', async () => {
  const { rows } = await listObjects<{ id: number; name: string }>(database.db, types, {
    search: 'state',
    direction: 'ascending',
    limit: 10,
  })
  expect(rows.map(({ name }) => name)).toEqual(['state'])
  expect(await findObject(database.db, types, rows[0]?.id ?? 0)).toMatchObject({
    kind: 'enum',
    definition: 'done, open, new',
    column_count: 2,
  })
})
