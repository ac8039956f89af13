import type { ChangedColumn, ChangedDesign, TableDesign } from '@basalt/pg-model'
import { projectDatabase, type TestDatabase, columnDesign, tableDesign } from '@basalt/pg-testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { alterSteps } from './alter-table.ts'
import { createSteps } from './create-table.ts'
import { indexSteps, shownSteps, truncateSteps } from './other-changes.ts'
import { probeOn } from './probe.ts'
import { type DesignedTable, readDesign } from './read-design.ts'
import { runSteps } from './run-steps.ts'
import { type Step, toSql } from './steps.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await projectDatabase()
  await database.run(
    'create table public.other (id bigint primary key)',
    'create table public.taken (id int)',
  )
})
afterAll(() => database.dispose())

const base = {
  id: columnDesign('id', { data_type: 'bigint', is_nullable: false }),
  short: columnDesign('short', { data_type: 'character varying(10)' }),
  amount: columnDesign('amount', { data_type: 'numeric(10,2)' }),
  whole: columnDesign('whole', { data_type: 'integer' }),
  at: columnDesign('at', { data_type: 'timestamp without time zone' }),
  note: columnDesign('note'),
}

async function filled(): Promise<DesignedTable> {
  const { db } = database
  await database.run('drop table if exists public.made')
  const design = tableDesign({ columns: Object.values(base), primary_key: ['id'] })
  await runSteps(db, { steps: await createSteps(db, design) })
  await database.run(
    `insert into public.made select n, 'a', n, n, now(), 'b' from generate_series(1, 100) n`,
  )
  const [row] = await db.query<{ id: number }>(`select 'public.made'::regclass::oid::int as id`)
  const found = await readDesign(db, row?.id ?? 0)
  if (found === null) throw new Error('The table is not there')
  return found
}

const asRequested = ({ columns, ...rest }: TableDesign): ChangedDesign => ({
  ...rest,
  columns: columns.map((one) => ({ ...one, was: one.name, using: null })),
})

type Changes = Partial<Record<keyof typeof base, Partial<ChangedColumn>>>
const changing = (changes: Changes) => (design: ChangedDesign) => ({
  ...design,
  columns: design.columns.map((one) => ({ ...one, ...changes[one.name as keyof typeof base] })),
})
const adding = (more: Partial<ChangedColumn>) => (design: ChangedDesign) => ({
  ...design,
  columns: [...design.columns, { ...columnDesign('fresh', more), was: null, using: null }],
})

/** Runs the steps one by one and records PostgreSQL's actual locks and rewrites. */
async function observed(steps: readonly Step[]) {
  const seen: { lock: string; isNewFile: boolean }[] = []
  await database.db
    .transaction(async (tx) => {
      for (const { fragment } of steps) {
        await tx.text('savepoint one')
        const [before] = await tx.query<{ file: number }>(fileQuery)
        await tx.text(toSql(fragment))
        const [after] = await tx.query<{ file: number; lock: string }>(fileQuery)
        seen.push({ lock: after?.lock ?? '', isNewFile: before?.file !== after?.file })
      }
      throw new Error('enough')
    })
    .catch((error: Error) => {
      if (error.message !== 'enough') throw error
    })
  return seen
}

/** The strongest lock that the transaction itself has on the table. */
const fileQuery = /* SQL */ `
  select pg_relation_filenode('public.made')::int as file, (
    select replace(regexp_replace(mode, '([a-z])([A-Z])', '\\1 \\2', 'g'), ' Lock', '')
    from pg_locks
    where locktype = 'relation' and relation = 'public.made'::regclass and pid = pg_backend_pid()
    order by array_position(array[
      'AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock',
      'ShareUpdateExclusiveLock', 'RowExclusiveLock', 'RowShareLock', 'AccessShareLock'
    ], mode) limit 1
  ) as lock`

const cases: [string, (design: ChangedDesign) => ChangedDesign, string, string][] = [
  ['a column without a value', adding({}), 'ACCESS EXCLUSIVE', 'instant'],
  [
    'a column with a constant',
    adding({ default: { kind: 'literal', value: 'x' }, is_nullable: false }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  [
    'a column with the moment of the change',
    adding({ data_type: 'timestamptz', default: { kind: 'expression', sql: 'now()' } }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  [
    'a column with a value of its own in each row',
    adding({ data_type: 'uuid', default: { kind: 'expression', sql: 'gen_random_uuid()' } }),
    'ACCESS EXCLUSIVE',
    'rewrite',
  ],
  [
    'a column that counts',
    adding({ data_type: 'integer', identity: 'always' }),
    'ACCESS EXCLUSIVE',
    'rewrite',
  ],
  [
    'a generated column',
    adding({ data_type: 'integer', generated: 'whole * 2' }),
    'ACCESS EXCLUSIVE',
    'rewrite',
  ],
  [
    'a longer limit',
    changing({ short: { data_type: 'character varying(20)' } }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  ['no limit', changing({ short: { data_type: 'text' } }), 'ACCESS EXCLUSIVE', 'instant'],
  [
    'a shorter limit',
    changing({ short: { data_type: 'character varying(5)' } }),
    'ACCESS EXCLUSIVE',
    'rewrite',
  ],
  [
    'more digits of the same scale',
    changing({ amount: { data_type: 'numeric(14,2)' } }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  [
    'another scale',
    changing({ amount: { data_type: 'numeric(14,4)' } }),
    'ACCESS EXCLUSIVE',
    'rewrite',
  ],
  ['wider numbers', changing({ whole: { data_type: 'bigint' } }), 'ACCESS EXCLUSIVE', 'rewrite'],
  [
    'a type with an expression',
    changing({ note: { data_type: 'integer', using: 'length(note)' } }),
    'ACCESS EXCLUSIVE',
    'rewrite',
  ],
  [
    'another default',
    changing({ note: { default: { kind: 'literal', value: 'x' } } }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  ['a value in every row', changing({ note: { is_nullable: false } }), 'ACCESS EXCLUSIVE', 'scan'],
  ['a check', changing({ whole: { check: 'whole > 0' } }), 'ACCESS EXCLUSIVE', 'scan'],
  ['a unique column', changing({ whole: { is_unique: true } }), 'ACCESS EXCLUSIVE', 'index'],
  [
    'another name of a column',
    changing({ note: { name: 'remark' } }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  [
    'one column less',
    (design) => ({ ...design, columns: design.columns.slice(0, -1) }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  [
    'no row level security',
    (design) => ({ ...design, rls_enabled: false }),
    'ACCESS EXCLUSIVE',
    'instant',
  ],
  [
    'another comment',
    (design) => ({ ...design, comment: 'x' }),
    'SHARE UPDATE EXCLUSIVE',
    'instant',
  ],
  [
    'another name',
    (design) => ({ ...design, name: 'made', comment: null, primary_key: ['id', 'whole'] }),
    'ACCESS EXCLUSIVE',
    'index',
  ],
  [
    'a foreign key',
    (design) => ({
      ...design,
      foreign_keys: [
        {
          name: null,
          columns: ['id'],
          references: { schema: 'public', table: 'taken_ids', columns: ['id'] },
          on_update: 'no action',
          on_delete: 'cascade',
          is_valid: true,
        },
      ],
    }),
    'SHARE ROW EXCLUSIVE',
    'scan',
  ],
]

describe("the predicted locks and rewrites of a change are PostgreSQL's", () => {
  beforeAll(() =>
    database.run(
      'create table public.taken_ids (id bigint primary key)',
      'insert into public.taken_ids select generate_series(1, 100)',
    ),
  )

  test.each(cases)('%s', async (...[, change, lock, work]) => {
    const current = await filled()
    const { db } = database
    const target = change(asRequested(current.design))
    const steps = await alterSteps(
      db,
      { current, target, online: false },
      probeOn(db, current.design),
    )
    const notes = shownSteps(steps).map(({ note }) => note)
    expect(notes.at(-1)).toMatchObject({ lock, work })
    expect(notes.at(-1)?.estimate_seconds === 0).toBe(work === 'instant')
    const seen = await observed(steps)
    expect(seen.at(-1)).toEqual({
      lock: lock.toLowerCase().replaceAll(/\b\w/gu, (letter) => letter.toUpperCase()),
      isNewFile: work === 'rewrite',
    })
  })

  test('the same applies to indexes and truncating a table', async () => {
    const current = await filled()
    const { size_bytes, kind } = current
    const table = { ...current.design, size_bytes, kind }
    const index = { method: 'btree', is_unique: false, columns: [{ name: 'note' }] } as const
    const steps = [
      ...indexSteps(table, { ...index, concurrently: false }),
      ...truncateSteps(table, { cascade: false, restart_identity: false }),
    ]
    expect(shownSteps(steps).map(({ note }) => note?.lock)).toEqual(['SHARE', 'ACCESS EXCLUSIVE'])
    expect(await observed(steps)).toEqual([
      { lock: 'Share', isNewFile: false },
      { lock: 'Access Exclusive', isNewFile: true },
    ])
    const [online] = indexSteps(table, { ...index, concurrently: true })
    expect(online?.runs).toBe('alone')
  })

  test('checks that need no exclusive lock run after the transaction', async () => {
    const current = await filled()
    const target = changing({ note: { is_nullable: false }, whole: { check: 'whole > 0' } })(
      asRequested(current.design),
    )
    const { db } = database
    const steps = await alterSteps(
      db,
      { current, target, online: true },
      probeOn(db, current.design),
    )
    const shown = shownSteps(steps).map(({ runs, note }) => [runs, note?.lock, note?.work])
    expect(shown).toEqual([
      ['in transaction', 'ACCESS EXCLUSIVE', 'instant'],
      ['in transaction', 'ACCESS EXCLUSIVE', 'instant'],
      ['alone', 'SHARE UPDATE EXCLUSIVE', 'scan'],
      ['alone', 'SHARE UPDATE EXCLUSIVE', 'scan'],
      ['alone', 'ACCESS EXCLUSIVE', 'instant'],
    ])
  })
})

describe('a design that PostgreSQL refuses has the error at its field', () => {
  const key = (more: object) => ({
    foreign_keys: [
      {
        name: null,
        columns: ['id'],
        references: { schema: 'public', table: 'other', columns: ['id'] },
        on_update: 'no action' as const,
        on_delete: 'no action' as const,
        is_valid: true,
        ...more,
      },
    ],
  })
  const second = (more: Parameters<typeof columnDesign>[1]) => ({
    columns: [columnDesign('id'), columnDesign('n', more)],
  })

  test.each<[string, Partial<TableDesign>, string, RegExp]>([
    ['name', { name: 'taken' }, 'name', /already exists/u],
    ['schema', { schema: 'nowhere' }, 'schema', /does not exist/u],
    ['type', second({ data_type: 'txet' }), 'columns.1.data_type', /The type txet does not exist/u],
    ['serial', second({ data_type: 'serial' }), 'columns.1.data_type', /identity/u],
    [
      'type that hides more',
      second({ data_type: 'int -- ' }),
      'columns.1.data_type',
      /does not exist/u,
    ],
    ['pseudo-type', second({ data_type: 'void' }), 'columns.1.data_type', /pseudo-type/u],
    ['column', { columns: [columnDesign('id'), columnDesign('id')] }, 'columns.1.name', /Another/u],
    [
      'default',
      second({ data_type: 'integer', default: { kind: 'literal', value: 'abc' } }),
      'columns.1.default',
      /invalid input syntax/u,
    ],
    [
      'computed default',
      second({ data_type: 'integer', default: { kind: 'expression', sql: 'now()' } }),
      'columns.1.default',
      /is of type integer/u,
    ],
    [
      'two sources',
      second({ data_type: 'integer', identity: 'always', generated: '1' }),
      'columns.1.default',
      /only one of them/u,
    ],
    ['check', second({ check: 'amount > 0' }), 'columns.1.check', /amount/u],
    ['check that is no condition', second({ check: '1 + 1' }), 'columns.1.check', /boolean/u],
    [
      'expression that ends its parentheses',
      second({ check: 'true); drop table taken; --' }),
      'columns.1.check',
      /parenthesis|semicolon/u,
    ],
    ['generated', second({ generated: 'now()::text' }), 'columns.1.generated', /immutable/u],
    ['key', { primary_key: ['nope'] }, 'primary_key', /no column nope/u],
    [
      'referred table',
      key({ references: { schema: 'public', table: 'nothing', columns: ['id'] } }),
      'foreign_keys.0.references',
      /does not exist/u,
    ],
    [
      'referred column',
      key({ references: { schema: 'public', table: 'other', columns: ['x'] } }),
      'foreign_keys.0.references',
      /does not exist/u,
    ],
    ['referred type', key({}), 'foreign_keys.0.references', /cannot be implemented/u],
    [
      'referred columns without a key',
      key({ references: { schema: 'public', table: 'taken', columns: ['id'] } }),
      'foreign_keys.0.references',
      /no unique constraint/u,
    ],
  ])('%s', async (...[, more, field, message]) => {
    const { db } = database
    const target = tableDesign({ name: 'refused', columns: [columnDesign('id')], ...more })
    const create = async () =>
      runSteps(db, { steps: await createSteps(db, target), columns: target.columns })
    await expect(create()).rejects.toMatchObject({
      name: 'DesignError',
      fields: { [field]: expect.stringMatching(message) },
    })
  })
})
