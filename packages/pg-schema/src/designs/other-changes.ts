import type { Queryable } from '@basalt/engine'
import type { ViewDesign, IndexDesign } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { copiedCounting } from './counting.ts'
import { commentSql, refuseTaken } from './create-table.ts'
import { DesignError } from './design.ts'
import { grantSteps } from './grants.ts'
import { blockedBy, estimateSeconds, instant } from './locks.ts'
import type { DesignedTable } from './read-design.ts'
import { alone, piece, type Step, step, tableName, toShownSql } from './steps.ts'

type Position = { schema: string; name: string }

const shown = ({ schema, name }: Position) => `${schema}.${name}`

export const enableRlsSteps = (table: Position): Step[] => [
  step(
    [`alter table ${tableName(table)} enable row level security`],
    instant(shown(table), 'Roles without a policy see no rows; the owner still sees all rows'),
  ),
]

type Truncation = { cascade: boolean; restart_identity: boolean }

export const truncateSteps = (
  table: Position & { kind: RelationKind },
  options: Truncation,
): Step[] => [
  step(
    [
      `truncate table ${tableName(table)}${options.restart_identity ? ' restart identity' : ''}${options.cascade ? ' cascade' : ''}`,
    ],
    // The duration on another server is unknown.
    table.kind === 'foreign_table'
      ? null
      : instant(shown(table), 'Replaces the table with an empty file, regardless of its size'),
  ),
]

/** Their names in SQL. */
export const relationLabels = {
  table: 'table',
  partitioned_table: 'table',
  foreign_table: 'foreign table',
  view: 'view',
  materialized_view: 'materialized view',
} as const

export type RelationKind = keyof typeof relationLabels

/** Past the trash. */
export const dropSteps = (
  table: Position & { kind: RelationKind },
  { cascade }: { cascade: boolean },
): Step[] => [
  step(
    [`drop ${relationLabels[table.kind]} ${tableName(table)}${cascade ? ' cascade' : ''}`],
    instant(
      shown(table),
      table.kind === 'foreign_table'
        ? 'Changes only the catalog: the rows are on another server'
        : 'Deletes the files, regardless of their size',
    ),
  ),
]

export function refreshSteps(
  view: Position & { size_bytes: number },
  { concurrently }: { concurrently: boolean },
): Step[] {
  const statement = `refresh materialized view ${concurrently ? 'concurrently ' : ''}${tableName(view)}`
  return [
    step([statement], {
      ...instant(shown(view), 'Runs its query and replaces all rows'),
      lock: concurrently ? 'EXCLUSIVE' : 'ACCESS EXCLUSIVE',
      work: 'rewrite',
      sizeBytes: view.size_bytes,
      safer: concurrently ? null : 'With a unique index it can be refreshed without blocking reads',
    }),
  ]
}

export type Duplication = {
  schema: string
  name: string
  with_data: boolean
  with_indexes: boolean
  with_policies: boolean
  with_foreign_keys: boolean
}

/** A second table of the same columns, defaults, checks, comments and grants. */
export async function duplicateSteps(
  db: Queryable,
  { id, design, size_bytes }: DesignedTable,
  requested: Duplication,
): Promise<Step[]> {
  await refuseTaken(db, requested)
  const source = tableName(design)
  const target = tableName(requested)
  // A key needs the index of its target; without it the copy cannot reference itself.
  const [parts = noParts] = await db.query<Parts>(partsQuery, [id, target, requested.with_indexes])
  const { policies, keys, columns, always } = parts
  const list = columns.map(quoteIdent).join(', ')
  const readLock = {
    ...instant(shown(design), 'Copies every row to the new table'),
    lock: 'ACCESS SHARE' as const,
    work: 'rewrite' as const,
    sizeBytes: size_bytes,
  }
  return [
    step(
      [
        'create table ',
        piece(quoteIdent(requested.schema), 'schema'),
        '.',
        piece(quoteIdent(requested.name), 'name'),
        ` (like ${source} including all${requested.with_indexes ? '' : ' excluding indexes'})`,
      ],
      null,
    ),
    ...(design.comment === null ? [] : [step([commentSql('table', target, design.comment)], null)]),
    ...(design.rls_enabled || requested.with_policies
      ? [step([`alter table ${target} enable row level security`], null)]
      : []),
    ...(requested.with_data && columns.length > 0
      ? [
          step(
            [
              `insert into ${target} (${list})${always ? ' overriding system value' : ''} select ${list} from ${source}`,
            ],
            readLock,
          ),
        ]
      : []),
    ...(await grantSteps(db, {
      kind: 'relation',
      name: source,
      subject: target,
      columns: design.columns.map(({ name }) => [name, name] as const),
    })),
    ...(await copiedCounting(db, { source: id, target: requested, withData: requested.with_data })),
    ...(requested.with_foreign_keys ? keys.map((sql) => step([sql], null)) : []),
    ...(requested.with_policies ? policies.map((sql) => step([sql], null)) : []),
  ]
}

const noParts: Parts = { policies: [], keys: [], columns: [], always: false }

type Parts = { policies: string[]; keys: string[]; columns: string[]; always: boolean }

/** PostgreSQL writes the statements itself, with its own deparser. */
const partsQuery = /* SQL */ `
  select
    array(
      select format('create policy %I on %s as %s for %s to %s%s%s', p.polname, $2::text,
        case when p.polpermissive then 'permissive' else 'restrictive' end,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
          when 'd' then 'delete' else 'all' end,
        (select string_agg(case role when 0 then 'public' else quote_ident(pg_get_userbyid(role)) end, ', ')
          from unnest(p.polroles) role),
        coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''),
        coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''))
      from pg_policy p where p.polrelid = $1::oid order by p.polname
    ) as policies,
    array(
      select format('alter table %s add %s', $2::text,
        replace(definition, own, format(') REFERENCES %s(', $2::text)))
      from pg_constraint k,
        lateral pg_get_constraintdef(k.oid) definition,
        -- What leads to the table itself leads to its copy; in other keys nothing is replaced.
        lateral (
          select case when k.confrelid = k.conrelid
            then format(') REFERENCES %s(', k.confrelid::regclass) else '' end as own
        ) target
      where k.conrelid = $1::oid and k.contype = 'f' and k.conparentid = 0
        and ($3::boolean or k.confrelid <> k.conrelid)
      order by k.conname
    ) as keys,
    array(
      select a.attname::text from pg_attribute a
      where a.attrelid = $1::oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns,
    exists (
      select from pg_attribute a where a.attrelid = $1::oid and a.attidentity = 'a' and not a.attisdropped
    ) as always`

type View = {
  kind: 'view' | 'materialized_view'
  design: ViewDesign
  /** OR REPLACE removes those that it does not write. */
  options: string | null
}

/** @throws DesignError for a change of a materialized view's query, which needs a new one. */
export function viewSteps(current: View, target: ViewDesign): Step[] {
  const word = relationLabels[current.kind]
  const { design, options } = current
  const view = tableName(design)
  const note = instant(shown(design), 'Changes only the catalog')
  const moved = tableName({ schema: design.schema, name: target.name })
  const changesQuery = design.definition.trim() !== target.definition.trim()
  if (changesQuery && current.kind === 'materialized_view') {
    throw new DesignError({
      definition: 'The query of a materialized view cannot be changed: create a new view instead',
    })
  }
  return [
    ...(changesQuery
      ? [
          step(
            [
              `create or replace view ${view}${options === null ? '' : ` with (${options})`} as\n`,
              piece(target.definition, 'definition'),
            ],
            note,
          ),
        ]
      : []),
    ...(target.comment === design.comment
      ? []
      : [step([commentSql(word, view, target.comment)], null)]),
    ...(target.name === design.name
      ? []
      : [step([`alter ${word} ${view} rename to `, piece(quoteIdent(target.name), 'name')], note)]),
    ...(target.schema === design.schema
      ? []
      : [
          step(
            [`alter ${word} ${moved} set schema `, piece(quoteIdent(target.schema), 'schema')],
            note,
          ),
        ]),
  ]
}

export function indexSteps(table: Position & { size_bytes: number }, index: IndexDesign): Step[] {
  const columns = index.columns.map(({ name, descending, nulls, operator_class }) =>
    [
      quoteIdent(name),
      ...(operator_class === undefined ? [] : [quoteIdent(operator_class)]),
      ...(descending === true ? ['desc'] : []),
      ...(nulls === undefined ? [] : [`nulls ${nulls}`]),
    ].join(' '),
  )
  const make = index.concurrently ? alone : step
  return [
    make(
      [
        `create ${index.is_unique ? 'unique ' : ''}index ${index.concurrently ? 'concurrently ' : ''}`,
        ...(index.name === undefined ? [] : [piece(`${quoteIdent(index.name)} `, 'name')]),
        `on ${tableName(table)} using ${index.method} `,
        piece(`(${columns.join(', ')})`, 'columns'),
      ],
      {
        ...instant(shown(table), 'Reads every row and writes the index'),
        lock: index.concurrently ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE',
        work: 'index',
        sizeBytes: index.concurrently ? table.size_bytes * 2 : table.size_bytes,
        safer: index.concurrently ? null : 'Build it concurrently, without blocking writes',
      },
    ),
  ]
}

export type ShownStep = {
  sql: string
  runs: Step['runs']
  note: {
    lock: string
    table: string
    work: 'instant' | 'scan' | 'rewrite' | 'index'
    blocks: 'reads and writes' | 'writes' | 'other changes'
    size_bytes: number
    estimate_seconds: number
    reason: string
    safer: string | null
  } | null
}

/** Statements as people read them before they run. */
export const shownSteps = (steps: readonly Step[]): ShownStep[] =>
  steps.map(({ fragment, lock, runs }) => ({
    sql: toShownSql(fragment),
    runs,
    note:
      lock === null
        ? null
        : {
            lock: lock.lock,
            table: lock.table,
            work: lock.work,
            blocks: blockedBy[lock.lock],
            size_bytes: lock.sizeBytes,
            estimate_seconds: estimateSeconds(lock),
            reason: lock.reason,
            safer: lock.safer,
          },
  }))
