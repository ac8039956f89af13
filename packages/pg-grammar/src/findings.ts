import { type Body, getBody } from './bodies.ts'
import { isAlwaysTrue } from './conditions.ts'
import { droppedPart, listDrops } from './drops.ts'
import { unknownName } from './dynamic-sql.ts'
import { isAnalyzed, isOn } from './effects.ts'
import { buildPath, pathText } from './names.ts'
import { endOfName, offsetsOfBytes } from './offsets.ts'
import type { Parser } from './parser.ts'
import { rewrites, widened } from './rewrites.ts'
import { isTree, getList, getNode, getPart, toText, type Tree, walk } from './tree.ts'
import type { Finding, TableEvent, WarningCode } from './warning.ts'

export type Found = { findings: Finding[]; events: TableEvent[] }

/** A text with trees that were parsed from it. */
type Source = {
  parser: Parser
  text: string
  statements: readonly Tree[]
  /** The statement's own range, for findings without a position. */
  whole: { start: number; end: number }
  /** Offset of the text in the statement; undefined when it is not there verbatim. */
  start?: number | undefined
  /** False when a piece of the text is only known when it runs. */
  isWhole: boolean
}

/** Lists possible mistakes in some statements and in the statements that they run. */
export function listFindings(source: Source): Found {
  const found: Found = { findings: [], events: [] }
  const finder: Finder = { source, found, getOffset: offsetsOfBytes(source.text) }
  walk(source.statements, (name, fields) => {
    if (name === 'ExplainStmt' && !isAnalyzed(fields)) return 'skip'
    return finders[name]?.(finder, fields, name)
  })
  return found
}

type Finder = { source: Source; found: Found; getOffset: (byte: number) => number }
type Find = (finder: Finder, fields: Tree, name: string) => 'skip' | undefined

type Note = { code: WarningCode; subject: string; relation?: Tree }

function note({ source, found, getOffset }: Finder, { code, subject, relation }: Note): Finding {
  const { location } = relation ?? {}
  const place = { ...source.whole }
  if (source.start !== undefined && typeof location === 'number') {
    const at = getOffset(location)
    place.start = source.start + at
    place.end = source.start + endOfName(source.text, at)
  }
  const finding: Finding = {
    code,
    subject,
    ...place,
    ...(relation !== undefined && { table: buildPath(relation) }),
  }
  found.findings.push(finding)
  return finding
}

const onTable = (finder: Finder, code: WarningCode, relation: Tree): Finding =>
  note(finder, { code, subject: pathText(buildPath(relation)), relation })

const hasNoCondition = (finder: Finder, fields: Tree): boolean =>
  finder.source.isWhole &&
  (fields['whereClause'] === undefined || isAlwaysTrue(fields['whereClause']))

const findDelete: Find = (finder, fields) => {
  const code = hasNoCondition(finder, fields) ? 'delete_without_where' : 'delete'
  onTable(finder, code, getPart(fields, 'relation'))
  return undefined
}

const findUpdate: Find = (finder, fields) => {
  const relation = getPart(fields, 'relation')
  if (hasNoCondition(finder, fields)) onTable(finder, 'update_without_where', relation)
  if (toText(relation, 'relname') === 'pg_database') {
    const targets = getList(fields, 'targetList').map((item) => getNode(item)?.fields ?? {})
    const blocks = targets.some((target) =>
      blocksConnections(toText(target, 'name'), target['val']),
    )
    if (blocks) onTable(finder, 'alter_database_blocks', relation)
  }
  return undefined
}

const findMerge: Find = (finder, fields) => {
  const deletes = getList(fields, 'mergeWhenClauses').some(
    (clause) => toText(getNode(clause)?.fields ?? {}, 'commandType') === 'CMD_DELETE',
  )
  if (deletes) onTable(finder, 'delete', getPart(fields, 'relation'))
  return undefined
}

const findTruncate: Find = (finder, fields) => {
  for (const relation of listRelations(fields, 'relations')) onTable(finder, 'truncate', relation)
  return undefined
}

const listRelations = (fields: Tree, key: string): Tree[] =>
  getList(fields, key).map((item) => getNode(item)?.fields ?? {})

const findDrop: Find = (finder, fields, name) => {
  for (const { kind, path, subject } of listDrops(name, fields)) {
    note(finder, { code: 'drop', subject })
    if (kind === 'table') finder.found.events.push({ type: 'drop', table: lastTwo(path) })
  }
  return undefined
}

const lastTwo = (path: readonly string[]): [string, string] => [
  path.at(-2) ?? '',
  path.at(-1) ?? '',
]

/** Words of the catalog and of commands for who may connect, and how many. */
function blocksConnections(option: string, value: unknown): boolean {
  const node = getNode(value)
  if (['allow_connections', 'datallowconn'].includes(option)) {
    if (isAlwaysTrue({ BoolExpr: { boolop: 'NOT_EXPR', args: [value] } })) return true
    const word = node === null ? '' : getWord(node.fields)
    return ['false', 'off', 'no', '0', 'f'].includes(word) || isZero(node?.fields)
  }
  return ['connection_limit', 'datconnlimit'].includes(option) && isZero(node?.fields)
}

const getWord = (fields: Tree): string =>
  (toText(fields, 'sval') || toText(getPart(fields, 'sval'), 'sval')).toLowerCase()

/** PostgreSQL omits a zero: a number without a value is one. */
function isZero(fields: Tree | undefined): boolean {
  if (fields === undefined) return false
  if (isTree(fields['ival'])) return (fields['ival']['ival'] ?? 0) === 0
  const keys = Object.keys(fields).filter((key) => key !== 'location')
  return keys.length === 0
}

const findBlockedDatabase: Find = (finder, fields) => {
  const set = getPart(fields, 'setstmt')
  const options = getList(fields, 'options').map((item) => getNode(item)?.fields ?? {})
  const blocks =
    options.some((option) => blocksConnections(toText(option, 'defname'), option['arg'])) ||
    getList(set, 'args').some((value) => blocksConnections(toText(set, 'name'), value))
  const subject = pathText([toText(fields, 'dbname')])
  if (blocks) note(finder, { code: 'alter_database_blocks', subject })
  return undefined
}

const findAlterTable: Find = (finder, fields) => {
  const relation = getPart(fields, 'relation')
  const path = buildPath(relation)
  const commands = getList(fields, 'cmds').map((item) => getNode(item)?.fields ?? {})
  for (const command of commands) {
    const subject = droppedPart(command, path)
    if (subject !== null) note(finder, { code: 'drop', subject, relation })
    if (toText(command, 'subtype') === 'AT_EnableRowSecurity') {
      finder.found.events.push({ type: 'secure', table: path })
    }
  }
  const isTable = ['OBJECT_TABLE', 'OBJECT_MATVIEW'].includes(toText(fields, 'objtype'))
  const columns = commands.flatMap((command) => widened(command) ?? [])
  if (isTable && commands.some(rewrites)) onTable(finder, 'rewrites_table', relation)
  else if (isTable && columns.length > 0) {
    onTable(finder, 'rewrites_table', relation).columns = columns
  }
  return undefined
}

const findMovedTables: Find = (finder, fields) => {
  const subject = `every table in the tablespace ${pathText([toText(fields, 'orig_tablespacename')])}`
  if (toText(fields, 'objtype') === 'OBJECT_TABLE')
    note(finder, { code: 'rewrites_table', subject })
  return undefined
}

const findCluster: Find = (finder, fields) => {
  const { relation } = fields
  if (isTree(relation)) onTable(finder, 'rewrites_table', relation)
  else note(finder, { code: 'rewrites_table', subject: 'every clustered table' })
  return undefined
}

const findVacuum: Find = (finder, fields) => {
  if (!isOn(fields, 'full')) return undefined
  const relations = listRelations(fields, 'rels').map((item) => getPart(item, 'relation'))
  for (const relation of relations) onTable(finder, 'rewrites_table', relation)
  if (relations.length === 0) note(finder, { code: 'rewrites_table', subject: 'every table' })
  return undefined
}

function create(finder: Finder, relation: Tree, isUnlessThere: boolean): void {
  const table = buildPath(relation)
  // A dynamic name is unknown, so is whether the table is secured.
  if (table.includes(unknownName)) return
  if (toText(relation, 'relpersistence') === 't') {
    finder.found.events.push({ type: 'create', table, finding: null })
    return
  }
  const finding = onTable(finder, 'create_table_without_rls', relation)
  if (isUnlessThere) finding.columns = []
  // Only the end of the script decides whether it is a finding.
  finder.found.findings.pop()
  finder.found.events.push({ type: 'create', table, finding })
}

const findCreateTable: Find = (finder, fields) => {
  create(finder, getPart(fields, 'relation'), fields['if_not_exists'] === true)
  return undefined
}

const findCreatedAs: Find = (finder, fields) => {
  if (toText(fields, 'objtype') === 'OBJECT_TABLE')
    create(finder, getPart(getPart(fields, 'into'), 'rel'), fields['if_not_exists'] === true)
  return undefined
}

const findSelectInto: Find = (finder, fields) => {
  const relation = getPart(getPart(fields, 'intoClause'), 'rel')
  if (relation['relname'] !== undefined) create(finder, relation, false)
  return undefined
}

/** Objects created inside are in the new schema unless they name another. */
const findCreateSchema: Find = (finder, fields) => {
  const { events, findings } = listFindings({
    ...finder.source,
    statements: getList(fields, 'schemaElts'),
  })
  const schema = toText(fields, 'schemaname')
  finder.found.findings.push(...findings)
  finder.found.events.push(
    ...events.map((event) =>
      event.type === 'create' && event.table[0] === '' && schema !== ''
        ? { ...event, table: [schema, event.table[1]] as const }
        : event,
    ),
  )
  return 'skip'
}

const findRename: Find = ({ found }, fields) => {
  if (toText(fields, 'renameType') !== 'OBJECT_TABLE') return undefined
  const table = buildPath(getPart(fields, 'relation'))
  found.events.push({ type: 'rename', table, to: toText(fields, 'newname') })
  return undefined
}

const findMove: Find = ({ found }, fields) => {
  if (toText(fields, 'objectType') !== 'OBJECT_TABLE') return undefined
  const table = buildPath(getPart(fields, 'relation'))
  found.events.push({ type: 'move', table, to: toText(fields, 'newschema') })
  return undefined
}

const findSearchPath: Find = ({ found }, fields) => {
  if (toText(fields, 'name') !== 'search_path') return undefined
  const [first] = getList(fields, 'args')
  const value = getPart(getNode(first)?.fields ?? {}, 'sval')
  const [schema = ''] = toText(value, 'sval').split(',')
  found.events.push({ type: 'path', schema: schema.trim() })
  return undefined
}

function inBody(finder: Finder, body: Body | null): Found {
  const { source } = finder
  const founds = (body?.parts ?? []).map((part) =>
    listFindings({
      ...part,
      parser: source.parser,
      whole: source.whole,
      start:
        part.start === undefined || source.start === undefined
          ? undefined
          : source.start + part.start,
      isWhole: source.isWhole && part.isWhole,
    }),
  )
  return {
    findings: founds.flatMap(({ findings }) => findings),
    events: founds.flatMap(({ events }) => events),
  }
}

const findInBlock: Find = (finder, fields) => {
  const { findings, events } = inBody(finder, readBody(finder, 'DoStmt', fields))
  finder.found.findings.push(...findings)
  finder.found.events.push(...events)
  return 'skip'
}

/** A function does nothing yet: only its later effects on every row of a table need a warning. */
const findInFunction: Find = (finder, fields) => {
  const { findings } = inBody(finder, readBody(finder, 'CreateFunctionStmt', fields))
  finder.found.findings.push(...findings.filter(({ code }) => code.endsWith('_without_where')))
  return 'skip'
}

const readBody = ({ source }: Finder, name: string, fields: Tree): Body | null =>
  getBody(source.parser, source.text, { [name]: fields })

const finders: Readonly<Record<string, Find>> = {
  AlterDatabaseSetStmt: findBlockedDatabase,
  AlterDatabaseStmt: findBlockedDatabase,
  AlterDomainStmt: findDrop,
  AlterObjectSchemaStmt: findMove,
  AlterTableMoveAllStmt: findMovedTables,
  AlterTableStmt: findAlterTable,
  ClusterStmt: findCluster,
  CreateFunctionStmt: findInFunction,
  CreateSchemaStmt: findCreateSchema,
  CreateStmt: findCreateTable,
  CreateTableAsStmt: findCreatedAs,
  DeleteStmt: findDelete,
  DoStmt: findInBlock,
  DropOwnedStmt: findDrop,
  DropRoleStmt: findDrop,
  DropStmt: findDrop,
  DropSubscriptionStmt: findDrop,
  DropTableSpaceStmt: findDrop,
  DropUserMappingStmt: findDrop,
  DropdbStmt: findDrop,
  MergeStmt: findMerge,
  RenameStmt: findRename,
  // A rule does nothing yet either, and its alternative action is its purpose.
  RuleStmt: () => 'skip',
  SelectStmt: findSelectInto,
  TruncateStmt: findTruncate,
  UpdateStmt: findUpdate,
  VacuumStmt: findVacuum,
  VariableSetStmt: findSearchPath,
}
