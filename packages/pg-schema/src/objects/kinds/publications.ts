import type { PublicationDesign, PublishedTable } from '@basalt/pg-model'
import { quoteIdent } from '@basalt/pg-sql'

import { DesignError, realtimePublication } from '../../designs/design.ts'
import { type Fragment, inParentheses, joined, piece, type Step } from '../../designs/steps.ts'
import type { ObjectKind } from '../object-kind.ts'
import { catalogStep, commentSteps, ownerSteps } from '../object-steps.ts'

const all = /* SQL */ `
  select p.oid as id, null::text as schema, p.pubname::text as name, p.pubowner as owner
  from pg_publication p`

const tableList = /* SQL */ `(
  select json_agg(json_build_object(
    'table', format('%I.%I', n.nspname, c.relname),
    'columns', (
      select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum = any (r.prattrs)
    ),
    'filter', pg_get_expr(r.prqual, r.prrelid)
  ) order by n.nspname, c.relname)
  from pg_publication_rel r
  join pg_class c on c.oid = r.prrelid
  join pg_namespace n on n.oid = c.relnamespace
  where r.prpubid = p.oid
)`

const schemaList = /* SQL */ `(
  select json_agg(n.nspname order by n.nspname)
  from pg_publication_namespace s join pg_namespace n on n.oid = s.pnnspid
  where s.pnpubid = p.oid
)`

/** The column of the option for generated columns exists since PostgreSQL 18. */
const design = /* SQL */ `
  select json_build_object(
    'name', p.pubname, 'owner', pg_get_userbyid(p.pubowner),
    'comment', obj_description(p.oid, 'pg_publication'),
    'all_tables', p.puballtables,
    'schemas', coalesce(${schemaList}, '[]'), 'tables', coalesce(${tableList}, '[]'),
    'inserts', p.pubinsert, 'updates', p.pubupdate, 'deletes', p.pubdelete,
    'truncates', p.pubtruncate, 'via_root', p.pubviaroot,
    'generated_columns', coalesce(to_jsonb(p) ->> 'pubgencols' = 's', false)
  ) as design
  from pg_publication p
  where p.oid = $1::oid`

function tablePieces({ table, columns, filter }: PublishedTable, at: number): Fragment {
  const field = (name: string) => `tables.${at}.${name}`
  return [
    'table ',
    piece(table, field('table')),
    ...(columns === null ? [] : [' ', piece(inParentheses(columns), field('columns'))]),
    ...(filter === null ? [] : [' where ', piece(inParentheses(filter), field('filter'))]),
  ]
}

const schemaPieces = (schema: string, at: number): Fragment => [
  'tables in schema ',
  piece(quoteIdent(schema), `schemas.${at}`),
]

const contents = ({ tables, schemas }: PublicationDesign): Fragment[] => [
  ...tables.map(tablePieces),
  ...schemas.map(schemaPieces),
]

const listOperations = (to: PublicationDesign): string =>
  [
    to.inserts && 'insert',
    to.updates && 'update',
    to.deletes && 'delete',
    to.truncates && 'truncate',
  ]
    .filter((name) => name !== false)
    .join(', ')

const standard = { operations: 'insert, update, delete, truncate', via_root: false }

/** The options that differ from the present ones, or from PostgreSQL's defaults. */
function optionPieces(from: PublicationDesign | null, to: PublicationDesign): Fragment[] {
  const before = from === null ? standard.operations : listOperations(from)
  const operations = listOperations(to)
  const parts: Fragment[] = []
  if (operations !== before) parts.push([piece(`publish = '${operations}'`, 'operations')])
  if (to.via_root !== (from?.via_root ?? standard.via_root))
    parts.push([piece(`publish_via_partition_root = ${to.via_root}`, 'via_root')])
  if (to.generated_columns !== (from?.generated_columns ?? false)) {
    const columns = to.generated_columns ? 'stored' : 'none'
    parts.push([piece(`publish_generated_columns = ${columns}`, 'generated_columns')])
  }
  return parts
}

const optionList = (parts: readonly Fragment[]): Fragment => ['(', ...joined(parts, ', '), ')']

function create(to: PublicationDesign): Step[] {
  const subject = `publication ${quoteIdent(to.name)}`
  const published = contents(to)
  const options = optionPieces(null, to)
  return [
    catalogStep([
      'create publication ',
      piece(quoteIdent(to.name), 'name'),
      ...(to.all_tables ? [' for all tables'] : []),
      ...(to.all_tables || published.length === 0 ? [] : [' for ', ...joined(published, ', ')]),
      ...(options.length === 0 ? [] : [' with ', ...optionList(options)]),
    ]),
    ...ownerSteps(subject, null, to.owner),
    ...commentSteps(subject, null, to.comment),
  ]
}

function alter(from: PublicationDesign, to: PublicationDesign): Step[] {
  if (from.all_tables !== to.all_tables) {
    throw new DesignError({
      all_tables: 'PostgreSQL cannot change it. Create another publication instead.',
    })
  }
  const subject = `publication ${quoteIdent(to.name)}`
  const options = optionPieces(from, to)
  const renamed =
    from.name === to.name
      ? []
      : [
          catalogStep([
            `alter publication ${quoteIdent(from.name)} rename to `,
            piece(quoteIdent(to.name), 'name'),
          ]),
        ]
  return [
    ...renamed,
    ...contentSteps(subject, from, to),
    ...(options.length === 0
      ? []
      : [catalogStep([`alter ${subject} set `, ...optionList(options)])]),
    ...ownerSteps(subject, from.owner, to.owner),
    ...commentSteps(subject, from.comment, to.comment),
  ]
}

/** `set` replaces the list and keeps the entries that stay; it does not accept an empty list. */
function contentSteps(subject: string, from: PublicationDesign, to: PublicationDesign): Step[] {
  const isSame =
    JSON.stringify([from.tables, from.schemas]) === JSON.stringify([to.tables, to.schemas])
  if (isSame || to.all_tables) return []
  const published = contents(to)
  if (published.length > 0)
    return [catalogStep([`alter ${subject} set `, ...joined(published, ', ')])]
  const bare = from.tables.map((one) => ({ ...one, columns: null, filter: null }))
  return [
    catalogStep([`alter ${subject} drop `, ...joined(contents({ ...from, tables: bare }), ', ')]),
  ]
}

export const publications: ObjectKind<PublicationDesign> = {
  kind: 'publications',
  noun: 'publication',
  catalog: 'pg_publication',
  list: {
    all,
    detail: {
      columns: /* SQL */ `
        p.puballtables as all_tables, p.pubviaroot as via_root,
        (select count(*)::int4 from pg_publication_rel r where r.prpubid = p.oid) as table_count,
        (select count(*)::int4 from pg_publication_namespace s where s.pnpubid = p.oid) as schema_count,
        concat_ws(', ', case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end,
          case when p.pubdelete then 'delete' end, case when p.pubtruncate then 'truncate' end) as operations`,
      joins: 'join pg_publication p on p.oid = page.id',
    },
    superuserFields: ['all_tables', 'schemas'],
    locked: `case when page.name = '${realtimePublication}' then 'It belongs to Basalt' end`,
  },
  design,
  create,
  alter,
  drop: ({ name }) => [catalogStep([`drop publication ${quoteIdent(name)}`])],
}
