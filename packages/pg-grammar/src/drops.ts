import { objectKind } from './kinds.ts'
import { objectPath, pathText } from './names.ts'
import { getList, getNode, getPart, toText, type Tree } from './tree.ts'

export type Drop = { kind: string; path: string[]; subject: string }

/** Objects that are named by the table they are on: the table first, then their own name. */
const onTable = new Set(['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE'])

/** The objects that a statement drops, in order; empty for every other statement. */
export function listDrops(name: string, fields: Tree): Drop[] {
  if (name === 'DropStmt') {
    const objects = Array.isArray(fields['objects']) ? fields['objects'] : []
    return objects.map((object: unknown) => dropped(toText(fields, 'removeType'), object))
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
  const kind = objectLabels[type] ?? objectKind(type).toLowerCase()
  const path = objectPath(object)
  if (type === 'OBJECT_CAST') return { kind, path, subject: `cast from ${castText(object)}` }
  // A sign is never quoted.
  if (type === 'OBJECT_OPERATOR') return { kind, path, subject: `${kind} ${path.join('.')}` }
  if (!onTable.has(type)) return { kind, path, subject: `${kind} ${pathText(path)}` }
  const name = pathText(path.slice(-1))
  return { kind, path, subject: `${kind} ${name} on ${pathText(path.slice(0, -1))}` }
}

/** Where the command names the object type differently. */
const objectLabels: Readonly<Record<string, string>> = {
  OBJECT_COLUMN: 'column',
  OBJECT_DOMCONSTRAINT: 'constraint',
  OBJECT_TABCONSTRAINT: 'constraint',
}

function castText(object: unknown): string {
  const items = getList(getNode(object)?.fields ?? {}, 'items').map((item) =>
    objectPath(item).at(-1),
  )
  return items.join(' to ')
}

const roles = (fields: Tree): string[] =>
  getList(fields, 'roles').map((role) => pathText([getRole(getNode(role)?.fields ?? {})]))

const getRole = (role: Tree): string => {
  const type = toText(role, 'roletype')
  return type === 'ROLESPEC_CSTRING'
    ? toText(role, 'rolename')
    : type.replace('ROLESPEC_', '').toLowerCase()
}

const named =
  (key: string) =>
  (fields: Tree): string[] => [pathText([toText(fields, key)])]

type SimpleDrop = { kind: string; names: (fields: Tree) => string[] }

const simpleDrops: Readonly<Record<string, SimpleDrop>> = {
  AlterDomainStmt: {
    kind: 'constraint',
    names: (fields) => (toText(fields, 'subtype') === 'X' ? named('name')(fields) : []),
  },
  DropOwnedStmt: { kind: 'everything owned by', names: roles },
  DropRoleStmt: { kind: 'role', names: roles },
  DropSubscriptionStmt: { kind: 'subscription', names: named('subname') },
  DropTableSpaceStmt: { kind: 'tablespace', names: named('tablespacename') },
  DropUserMappingStmt: {
    kind: 'user mapping of',
    names: (fields) => [pathText([getRole(getPart(fields, 'user'))])],
  },
  DropdbStmt: { kind: 'database', names: named('dbname') },
}

/** The part that `alter table` or `alter type` drops with its content. */
export function droppedPart(command: Tree, table: readonly string[]): string | null {
  const kind = parts[toText(command, 'subtype')]
  return kind === undefined
    ? null
    : `${kind} ${pathText([toText(command, 'name')])} of ${pathText(table)}`
}

const parts: Readonly<Record<string, string>> = {
  AT_DropColumn: 'column',
  AT_DropConstraint: 'constraint',
}
