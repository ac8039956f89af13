import type { ProjectDatabase, Queryable } from '@basalt/engine'
import { type Sending, settleFormats } from '@basalt/pg-rows'

import { getBeginning } from './beginning.ts'
import {
  type Edge,
  type Extension,
  type GraphNode,
  type NodeKind,
  nodeKey,
  nodeKinds,
  readGraph,
} from './graph.ts'
import { laterQueries } from './later.ts'
import { routineStatements, typeStatements } from './made.ts'
import { listOmitted, objectSeeds, objectStatements } from './objects.ts'
import { inOrder, type Piece } from './order.ts'
import { own } from './own-objects.ts'
import { type Making, relationStatements } from './relations.ts'
import { namedRolesQuery, wordQueries } from './words.ts'

/** Statements that are in memory at once. */
const batch = 500

/**
 * Writes statements that recreate everything in the schema: types, sequences, functions, tables and
 * views in dependency order, then constraints and indexes between them. Prerequisites from other
 * schemas are listed at the top.
 */
export const writeSchemaDefinition = (
  db: ProjectDatabase,
  schema: string,
  sending: Sending,
): Promise<void> =>
  db.snapshot(async (tx) => {
    await settleFormats(tx)
    const seeds = await schemaSeeds(tx, [schema])
    await writeDefinition(
      tx,
      {
        title: `Definition of the schema ${JSON.stringify(schema)}`,
        seeds,
        isPart: (node) => node.schema === schema && !isOmitted(node),
        schemas: [schema],
        omitted: await listOmitted(tx, [schema]),
      },
      sending,
    )
  })

/**
 * The same for one table, view or foreign table with its partitions, and the types, functions
 * and sequences that it needs. Other tables that it refers to are named at the top.
 */
export async function tableDefinition(
  db: ProjectDatabase,
  table: { id: number; schema: string; name: string },
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  await db.snapshot(async (tx) => {
    await settleFormats(tx)
    const seeds = await tx.query<SeedRow>(tableSeeds, [table.id])
    const [named] = await tx.query<{ name: string }>(
      "select format('%I.%I', $1::text, $2::text) as name",
      [table.schema, table.name],
    )
    const isOwn = new Set(seeds.map(nodeKey))
    await writeDefinition(
      tx,
      {
        title: `Definition of ${named?.name ?? table.name}`,
        seeds,
        isPart: (node) =>
          !isOmitted(node) &&
          (node.kind !== 'relation' || node.letter === 'S' || isOwn.has(nodeKey(node))),
        schemas: [],
        omitted: [],
      },
      { signal, write: async (piece) => void (text += piece) },
    )
  })
  return text
}

type SeedRow = { kind: NodeKind; id: number }

const tableSeeds = /* SQL */ `
  select 'relation' as kind, $1::oid::int8::float8 as id
  union
  select 'relation', t.relid::oid::int8::float8 from pg_partition_tree($1::oid) t
  union
  select 'relation', d.objid::int8::float8
  from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
    and d.refobjid = $1::oid and d.deptype = 'a'`

/** Everything of people's own in the schemas. */
export const schemaSeeds = (tx: Queryable, schemas: readonly string[]): Promise<SeedRow[]> =>
  tx.query<SeedRow>(schemaSeedsQuery, [schemas])

const schemaSeedsQuery = /* SQL */ `
  select 'relation' as kind, c.oid::int8::float8 as id
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any ($1::text[]) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relpersistence <> 't'
    and ${own('pg_class', 'c')}
    -- The sequence of an identity comes with its column.
    and not exists (
      select from pg_depend i where i.classid = 'pg_class'::regclass and i.objid = c.oid and i.deptype = 'i'
        and c.relkind = 'S'
    )
  union all
  select 'type', t.oid::int8::float8
  from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
  where n.nspname = any ($1::text[]) and (t.typtype in ('e', 'd', 'r') or (t.typtype = 'c' and c.relkind = 'c'))
    and ${own('pg_type', 't')}
  union all
  select 'routine', p.oid::int8::float8
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1::text[]) and ${own('pg_proc', 'p')}
    -- A range brings its functions along.
    and not exists (
      select from pg_depend i where i.classid = 'pg_proc'::regclass and i.objid = p.oid and i.deptype = 'i'
    )
  union all
  ${objectSeeds}`

/** Base types cannot be recreated from the catalog alone. */
export const isOmitted = ({ kind, letter }: GraphNode): boolean =>
  kind === 'type' && !['e', 'd', 'c', 'r'].includes(letter)

export type Scope = {
  title: string
  seeds: readonly SeedRow[]
  isPart: (node: GraphNode) => boolean
  /** Schemas that are part of it themselves. */
  schemas: readonly string[]
  /** Objects of the schema that are left out, as text. */
  omitted: readonly string[]
  /** Of a definition with rows. */
  data?: {
    /** Objects that the file leaves out, as comments, and the settings for running it. */
    head: string
    /** All extensions of the database. */
    extensions: readonly Extension[]
    /** Statements that create the servers of foreign tables. */
    servers: readonly string[]
    /** Writes the rows, once all tables exist without constraints and triggers. */
    write(nodes: readonly GraphNode[]): Promise<void>
  }
}

/** Writes everything that the scope's seeds lead to. Needs a snapshot, and `settleFormats` before. */
export async function writeDefinition(
  tx: Queryable,
  scope: Scope,
  { write: send, signal }: Sending,
): Promise<void> {
  const graph = await readGraph(tx, scope.seeds, scope.isPart)
  signal.throwIfAborted()
  const nodes = [...graph.nodes.values()]
  const { keys, loose } = inOrder(splitPieces(nodes, graph.edges))
  const ordered = keys.flatMap((key) => graph.nodes.get(key) ?? [])
  const looseIds = [...loose].flatMap((key) => graph.nodes.get(key)?.id ?? [])
  const [relationIds, typeIds, routineIds] = nodeKinds.map((kind) =>
    ordered.flatMap((node) => (node.kind === kind ? node.id : [])),
  )
  const roles = await tx.query<{ name: string }>(namedRolesQuery, [
    relationIds,
    typeIds,
    routineIds,
    scope.schemas,
  ])
  await send(
    getBeginning(
      scope,
      graph,
      roles.map(({ name }) => name),
    ),
  )
  const making = { loose: looseIds, isEmpty: scope.data !== undefined }
  for (let at = 0; at < ordered.length; at += batch) {
    const statements = await listStatements(tx, ordered.slice(at, at + batch), making)
    await send(sentences(statements, '\n\n'))
    signal.throwIfAborted()
  }
  await scope.data?.write(ordered)
  for (const query of laterQueries) {
    await sendRows(tx, { query, values: [relationIds, typeIds, routineIds, looseIds] }, send)
  }
  const reported = [...(relationIds ?? []), ...(await identitySequences(tx, relationIds ?? []))]
  for (const query of wordQueries) {
    await sendRows(tx, { query, values: [reported, typeIds, routineIds, scope.schemas] }, send)
  }
}

/** Sequences of identity columns can have comments and grants too. */
async function identitySequences(tx: Queryable, tables: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    /* SQL */ `
    select c.oid::int8::float8 as id
    from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.refobjid = any ($1::oid[]) and d.deptype = 'i'`,
    [tables],
  )
  return rows.map(({ id }) => id)
}

/** Without dependencies between them, the most frequently needed kinds come first. */
const ranks: Readonly<Record<NodeKind, string>> = {
  // A cast depends on its function only, so it follows that at once.
  cast: '0',
  collation: '0',
  dictionary: '0',
  configuration: '0',
  type: '1',
  routine: '3',
  operator: '31',
  relation: '4',
}
const relationRanks: Readonly<Record<string, string>> = { S: '2', v: '5', m: '6' }

function splitPieces(nodes: readonly GraphNode[], edges: readonly Edge[]): Piece[] {
  const needs = new Map(nodes.map((node) => [nodeKey(node), new Set<string>()]))
  const looseNeeds = new Map(nodes.map((node) => [nodeKey(node), new Set<string>()]))
  const hasExpressions = new Set<string>()
  for (const { from, to, phase } of edges) {
    if (phase === 'later') continue
    needs.get(from)?.add(to)
    if (phase === 'create') looseNeeds.get(from)?.add(to)
    else hasExpressions.add(from)
  }
  return nodes.map((node) => {
    const key = nodeKey(node)
    const rank =
      (node.kind === 'relation' ? relationRanks[node.letter] : undefined) ?? ranks[node.kind]
    // A view's defaults are always added afterwards.
    const isView = node.kind === 'relation' && node.letter === 'v'
    const loose = looseNeeds.get(key) ?? new Set<string>()
    return {
      key,
      rank: `${rank} ${node.name}`,
      needs: isView ? loose : (needs.get(key) ?? new Set<string>()),
      looseNeeds: hasExpressions.has(key) && !isView ? loose : null,
    }
  })
}

async function listStatements(
  tx: Queryable,
  nodes: readonly GraphNode[],
  making: Making,
): Promise<string[]> {
  const listIds = (kind: NodeKind) => nodes.flatMap((node) => (node.kind === kind ? node.id : []))
  const objects = (kind: Parameters<typeof objectStatements>[1]) =>
    objectStatements(tx, kind, listIds(kind))
  const created: Record<NodeKind, Map<number, string>> = {
    relation: await relationStatements(tx, listIds('relation'), making),
    type: await typeStatements(tx, listIds('type'), making.loose),
    routine: await routineStatements(tx, listIds('routine')),
    collation: await objects('collation'),
    operator: await objects('operator'),
    dictionary: await objects('dictionary'),
    configuration: await objects('configuration'),
    cast: await objects('cast'),
  }
  return nodes.flatMap(({ kind, id }) => created[kind].get(id) ?? [])
}

const sentences = (statements: readonly string[], between: string): string =>
  statements.length === 0 ? '' : `\n${statements.map((one) => `${one};`).join(between)}\n`

type Requested = { query: string; values: readonly unknown[] }

/** Sends the statements of a query that uses some of the values by their numbers. */
async function sendRows(tx: Queryable, { query, values }: Requested, send: Sending['write']) {
  const used = [...new Set(query.match(/\$\d/gu))]
  const text = query.replaceAll(/\$\d/gu, (name) => `$${used.indexOf(name) + 1}`)
  const rows = await tx.query<{ statement: string }>(
    text,
    used.map((name) => values[Number(name.slice(1)) - 1]),
  )
  const statements = rows.map(({ statement }) => statement)
  await send(sentences(statements, '\n'))
}
