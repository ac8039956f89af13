import { objectKind } from './kinds.ts'
import { objectPath, pathText } from './names.ts'
import { listOf, nodeOf, partOf, textOf, type Tree } from './tree.ts'

export type Drop = { kind: string; path: string[]; subject: string }

/** Objects that are named by the table they are on: the table first, then their own name. */
const onTable = new Set(['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE'])

/** What a statement drops, one after the other; empty for every other statement. */
export function dropsOf(name: string, fields: Tree): Drop[] {
  if (name === 'DropStmt') {
    const objects = Array.isArray(fields['objects']) ? fields['objects'] : []
    return objects.map((object: unknown) => dropped(textOf(fields, 'removeType'), object))
  }
  const simple = simpleDrops[name]
  return simple === undefined
    ? []
    : simple.names(fields).map((subject) => ({
        kind: simple.kind,
        path: [subject],
        subject: `${simple.kind} ${subject}`.trim(),
      }))
}

function dropped(type: string, object: unknown): Drop {
  const kind = objectWords[type] ?? objectKind(type).toLowerCase()
  const path = objectPath(object)
  if (type === 'OBJECT_CAST') return { kind, path, subject: `cast from ${castText(object)}` }
  // A sign is never quoted.
  if (type === 'OBJECT_OPERATOR') return { kind, path, subject: `${kind} ${path.join('.')}` }
  if (!onTable.has(type)) return { kind, path, subject: `${kind} ${pathText(path)}` }
  const name = pathText(path.slice(-1))
  return { kind, path, subject: `${kind} ${name} on ${pathText(path.slice(0, -1))}` }
}

/** Where the command calls it otherwise than the object is called. */
const objectWords: Readonly<Record<string, string>> = {
  OBJECT_COLUMN: 'column',
  OBJECT_DOMCONSTRAINT: 'constraint',
  OBJECT_TABCONSTRAINT: 'constraint',
}

function castText(object: unknown): string {
  const items = listOf(nodeOf(object)?.fields ?? {}, 'items').map((item) => objectPath(item).at(-1))
  return items.join(' to ')
}

const roles = (fields: Tree): string[] =>
  listOf(fields, 'roles').map((role) => pathText([roleOf(nodeOf(role)?.fields ?? {})]))

const roleOf = (role: Tree): string => {
  const type = textOf(role, 'roletype')
  return type === 'ROLESPEC_CSTRING'
    ? textOf(role, 'rolename')
    : type.replace('ROLESPEC_', '').toLowerCase()
}

const named =
  (key: string) =>
  (fields: Tree): string[] => [pathText([textOf(fields, key)])]

type SimpleDrop = { kind: string; names: (fields: Tree) => string[] }

const simpleDrops: Readonly<Record<string, SimpleDrop>> = {
  AlterDomainStmt: {
    kind: 'constraint',
    names: (fields) => (textOf(fields, 'subtype') === 'X' ? named('name')(fields) : []),
  },
  DropOwnedStmt: { kind: 'everything owned by', names: roles },
  DropRoleStmt: { kind: 'role', names: roles },
  DropSubscriptionStmt: { kind: 'subscription', names: named('subname') },
  DropTableSpaceStmt: { kind: 'tablespace', names: named('tablespacename') },
  DropUserMappingStmt: {
    kind: 'user mapping of',
    names: (fields) => [pathText([roleOf(partOf(fields, 'user'))])],
  },
  DropdbStmt: { kind: 'database', names: named('dbname') },
}

/** What a part of `alter table` or `alter type` drops with all that is in it. */
export function droppedPart(command: Tree, table: readonly string[]): string | null {
  const kind = parts[textOf(command, 'subtype')]
  return kind === undefined
    ? null
    : `${kind} ${pathText([textOf(command, 'name')])} of ${pathText(table)}`
}

const parts: Readonly<Record<string, string>> = {
  AT_DropColumn: 'column',
  AT_DropConstraint: 'constraint',
}
