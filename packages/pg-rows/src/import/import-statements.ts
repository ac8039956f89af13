import { plainMarks } from '@basalt/delimited'
import { quoteIdent, quoteLiteral } from '@basalt/pg-sql'

import { type EmptyCells, type ImportPlan, qualifiedName } from './import-plan.ts'
import { canKeepBefore, keepBefore, leaveMark, tracePreparation } from './import-traces.ts'
import { badFormat, type ImportSource } from './segment.ts'
import { cellAt, cellColumns, cellType } from './staged-cells.ts'

/** Rows of one segment as texts, before they are written; in the session's own schema. */
const stagedRows = 'pg_temp.basalt_import_rows'
/** Rows that the table refused, with the reason. */
export const rejectedRows = 'pg_temp.basalt_import_rejected'
/** Keys of the rows that were inserted. */
const insertedKeys = 'pg_temp.basalt_import_keys'

/** Rows that are tried together; when one of them is refused, each is tried alone. */
const triedTogether = 500

/** Beyond this number users do not review single rows, so the column at fault is not determined. */
const checkedRows = 10_000

const cells = (plan: ImportPlan) => plan.columns.map((_, at) => cellAt(plan, at)).join(', ')
const names = (plan: ImportPlan) => plan.columns.map(({ name }) => quoteIdent(name))

/**
 * Temporary objects of the session, created in the transaction of the import: they are removed with
 * it.
 */
export function preparation(plan: ImportPlan): string[] {
  const staged = cellColumns(plan).map((name) => `${name} ${cellType(plan)}`)
  return [
    'set local statement_timeout = 0',
    'set local idle_in_transaction_session_timeout = 0',
    'set constraints all immediate',
    `create temporary table basalt_import_rows (nr bigint primary key, line bigint, ${staged.join(', ')}, raw text) on commit drop`,
    `create temporary table basalt_import_rejected (nr bigint primary key, line bigint, ${staged.join(', ')}, raw text,
      sqlstate text, reason text, column_name text) on commit drop`,
    `create temporary table basalt_import_keys (${keyPositions(plan)
      .map((position) => `${position} text`)
      .join(', ')}) on commit drop`,
    ...tracePreparation(plan),
    ...listMethods(plan).map((keeps) => takeFunction(plan, keeps)),
  ]
}

/** Additional records of written rows, next to their transaction. */
export type Keeps = { keys: boolean; before: boolean }

const listMethods = (plan: ImportPlan): Keeps[] =>
  [true, false].flatMap((keys) =>
    canKeepBefore(plan)
      ? [
          { keys, before: true },
          { keys, before: false },
        ]
      : [{ keys, before: false }],
  )

const takeName = ({ keys, before }: Keeps) =>
  `pg_temp.basalt_import_take${keys ? '_keys' : ''}${before ? '_before' : ''}`

/** Functions outlive their transaction, and another user may get the session next. */
export const cleaning = (plan: ImportPlan): string[] =>
  listMethods(plan).map((keeps) => `drop function ${takeName(keeps)}()`)

export const copyDirect = (plan: ImportPlan) =>
  `copy ${qualifiedName(plan.table)} (${names(plan).join(', ')}) from stdin`

/**
 * Plain rows of a CSV file for COPY; null when PostgreSQL would interpret them differently. Its
 * escape character is the quote.
 */
export function copyPlain(plan: ImportPlan, { dialect, width }: ImportSource): string | null {
  const marks = plainMarks(dialect)
  const columns = plan.columns.toSorted((one, other) => one.source - other.source)
  const areAll = columns.length === width && columns.every(({ source }, at) => source === at)
  if (marks === null || !areAll) return null
  const listed = (which: typeof columns) => which.map(({ name }) => quoteIdent(name)).join(', ')
  const created = (option: string, empty: EmptyCells) => {
    const which = columns.filter((column) => column.empty === empty)
    return which.length === 0 ? '' : `, ${option} (${listed(which)})`
  }
  return `copy ${qualifiedName(plan.table)} (${listed(columns)}) from stdin with (format csv,
    delimiter ${quoteLiteral(marks.delimiter)}, quote ${quoteLiteral(marks.quote)}${created('force_null', 'null')}${created('force_not_null', 'text')})`
}

export const copyStaged = (plan: ImportPlan) =>
  `copy ${stagedRows} (nr, line, ${cellColumns(plan).join(', ')}) from stdin`

export const copyRejected = (plan: ImportPlan) =>
  `copy ${rejectedRows} (nr, line, ${cellColumns(plan).join(', ')}, sqlstate, reason, raw) from stdin`

/** Writes the staged rows; returns how many were new and how many existed. */
export const takeStaged = (keeps: Keeps) =>
  `select inserted::text, updated::text, has_gap from ${takeName(keeps)}()`

export const readKeys = (plan: ImportPlan) =>
  `select ${keyPositions(plan).join(', ')} from ${insertedKeys}`

export const readRejected = (plan: ImportPlan) => /* SQL */ `
  select nr::text, line::text, sqlstate, reason, column_name, raw, ${cells(plan)}
  from ${rejectedRows} r where r.nr > $1::bigint order by r.nr limit $2::int`

/** Why rows were refused, the most frequent reason first. */
export const readReasons = /* SQL */ `
  select case when count(distinct reason) = 1 then min(reason)
      -- What differs is the value, which is said at each row.
      else regexp_replace((array_agg(reason order by nr))[1], ': ".*', '') end as reason,
    max(column_name) as column_name, count(*)::text as rows
  from ${rejectedRows}
  group by sqlstate, column_name, case
    when sqlstate like '22%' and sqlstate <> '${badFormat}' then ''
    else regexp_replace(reason, '\\. Key .*', '') end
  order by count(*) desc, min(nr) limit 20`

/** Rows whose referenced row may have come after them. */
export const stageAgain = (plan: ImportPlan) => /* SQL */ `
  with again as (delete from ${rejectedRows} where sqlstate = '23503' returning *)
  insert into ${stagedRows} select nr, line, ${cellColumns(plan).join(', ')}, raw from again`

const keyPositions = (plan: ImportPlan) => plan.key.map((_, at) => `k${at}`)

const usedTag = '$basalt_import$'

/**
 * Tries rows together and, when that fails, one by one: any refusal (its types, a constraint, a
 * trigger, a policy) then concerns this row only.
 */
function takeFunction(plan: ImportPlan, keeps: Keeps): string {
  const insert = (where: string) => insertSql(plan, { where, keeps })
  const body = /* SQL */ `
  declare
    part record; one record;
    news bigint;
    olds bigint;
    seen bigint;
    state text;
    said text;
    more text;
    field text;
    bound text;
    refused int := 0;
  begin
    inserted := 0;
    updated := 0;
    has_gap := false;
    for part in
      select min(nr) as low, max(nr) as high from (
        select nr, (row_number() over (order by nr) - 1) / ${triedTogether} as place from ${stagedRows}
      ) numbered group by place order by place
    loop
      begin
        ${insert('r.nr between part.low and part.high')}
        inserted := inserted + news;
        updated := updated + olds;
      exception when others then
        for one in select nr from ${stagedRows} where nr between part.low and part.high order by nr
        loop
          begin
            ${insert('r.nr = one.nr')}
            inserted := inserted + news;
            updated := updated + olds;
          exception when others then
            get stacked diagnostics state = returned_sqlstate, said = message_text,
              more = pg_exception_detail, field = column_name, bound = constraint_name;
            refused := refused + 1;
            ${constraintSql(plan)}
            ${probeSql(plan)}
            insert into ${rejectedRows} (nr, line, ${cellColumns(plan).join(', ')}, raw, sqlstate, reason, column_name)
            select r.nr, r.line, ${cellColumns(plan)
              .map((name) => `r.${name}`)
              .join(', ')}, r.raw, state,
              said || case
                ${timeHintsSql(plan)}
                when (state in ('23505', '23503', '23514') or state like '22%') and more <> '' then '. ' || more
                else '' end,
              nullif(field, '')
            from ${stagedRows} r where r.nr = one.nr;
          end;
        end loop;
      end;
    end loop;
    delete from ${stagedRows};
  end`
  if (body.includes(usedTag)) throw new RangeError('A name cannot contain the end of a function.')
  return `create function ${takeName(keeps)}(out inserted bigint, out updated bigint, out has_gap boolean)
  language plpgsql as ${usedTag}${body}${usedTag}`
}

function insertSql(plan: ImportPlan, { where, keeps }: { where: string; keeps: Keeps }): string {
  const casts = plan.columns.map(({ castType }, at) => `${cellAt(plan, at)}::${castType}`)
  const overriding = plan.columns.some(({ isAlwaysIdentity }) => isAlwaysIdentity)
  const insert = `insert into ${qualifiedName(plan.table)} as target (${names(plan).join(', ')})
      ${overriding ? 'overriding system value' : ''}
      select ${casts.join(', ')} from ${stagedRows} r where ${where} order by r.nr
      ${conflictSql(plan)}`
  // Only rows of ordinary tables show whether they existed before.
  const isNew =
    plan.onConflict === 'update' && plan.table.kind === 'table' ? 'target.xmax = 0' : 'true'
  const key = plan.key.map((name) => `target.${quoteIdent(name)}::text`)
  const stored = keeps.keys && key.length > 0
  return /* SQL */ `
        ${leaveMark};
        ${keeps.before ? keepBefore(plan, { source: stagedRows, where }) : ''}
        with written as (${insert} returning ${isNew} as is_new${stored ? `, ${key.map((part, at) => `${part} as k${at}`).join(', ')}` : ''})
        ${stored ? `, kept as (insert into ${insertedKeys} select ${keyPositions(plan).join(', ')} from written where is_new)` : ''}
        select count(*) filter (where is_new), count(*) filter (where not is_new) into news, olds from written;
        ${keeps.before ? '-- A row that came in between was not seen before it was changed.\n        has_gap := has_gap or olds > seen;' : ''}`
}

function conflictSql(plan: ImportPlan): string {
  if (plan.onConflict === 'fail') return ''
  const key = plan.key.map(quoteIdent).join(', ')
  const others = plan.columns.filter(({ name }) => !plan.key.includes(name))
  if (plan.onConflict === 'skip' || others.length === 0) return `on conflict (${key}) do nothing`
  const assignments = others.map(({ name }) => `${quoteIdent(name)} = excluded.${quoteIdent(name)}`)
  return `on conflict (${key}) do update set ${assignments.join(', ')}`
}

/** Input formats of date and time types, by prefixes of the type name. */
const timesAsWritten = [
  ['timestamp', 'Write a date with its time as 2025-02-28 14:30:00'],
  ['date', 'Write a date as 2025-02-28'],
  ['time', 'Write a time as 14:30:00'],
  ['interval', 'Write an interval as 1 day 02:30:00'],
] as const

/**
 * Recognised by PostgreSQL's codes for an invalid time and one out of range: its messages are
 * translated.
 */
function timeHintsSql(plan: ImportPlan): string {
  const hints = plan.columns.flatMap(({ name, castType }) => {
    const [, hint] = timesAsWritten.find(([type]) => castType.startsWith(type)) ?? []
    return hint === undefined
      ? []
      : [`when ${quoteLiteral(name)} then ${quoteLiteral(`. ${hint}`)}`]
  })
  if (hints.length === 0) return ''
  return `when state in ('22007', '22008', '22015') then case field ${hints.join(' ')} else '' end`
}

/** PostgreSQL names a constraint, but neither its column nor its condition. */
const constraintSql = (plan: ImportPlan) => /* SQL */ `
            if state = '23514' then more := ''; end if;
            select
              case when cardinality(k.conkey) = 1 then a.attname else field end,
              case when k.contype = 'c' then pg_get_constraintdef(k.oid) else more end
            into field, more
            from (select) as always
            left join pg_catalog.pg_constraint k
              on k.conrelid = ${plan.table.id} and k.conname = bound
            left join pg_catalog.pg_attribute a
              on a.attrelid = k.conrelid and a.attnum = k.conkey[1];`

/** PostgreSQL does not report the column of a text that its type refuses. */
function probeSql(plan: ImportPlan): string {
  const probes = plan.columns
    .map(({ name, castType }, at) => ({ name, castType, at }))
    .filter(({ castType }) => castType !== 'text')
    .map(
      ({ name, castType, at }) => /* SQL */ `
              if coalesce(field, '') = '' then
                begin
                  perform ${cellAt(plan, at)}::${castType} from ${stagedRows} r where r.nr = one.nr;
                exception when others then
                  field := ${quoteLiteral(name)};
                end;
              end if;`,
    )
  if (probes.length === 0) return ''
  return `if state like '22%' and refused <= ${checkedRows} then ${probes.join('')}
            end if;`
}
