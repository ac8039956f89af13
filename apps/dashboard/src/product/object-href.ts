import { paths } from '../lib/paths.ts'

/** Kinds of objects as PostgreSQL names them, with the list that shows them. */
const kindOfType: Readonly<Record<string, string>> = {
  'event trigger': 'event-triggers',
  function: 'functions',
  'materialized view': 'materialized-views',
  'materialized view column': 'materialized-views',
  procedure: 'functions',
  index: 'indexes',
  policy: 'policies',
  publication: 'publications',
  role: 'roles',
  sequence: 'sequences',
  trigger: 'triggers',
  type: 'types',
  view: 'views',
  'view column': 'views',
}

const tables = new Set(['table', 'foreign table', 'table column', 'foreign table column'])

/** The page of an object; undefined where it has none. */
export function getObjectHref(
  projectRef: string,
  { type, id }: { type: string; id: number },
): string | undefined {
  const kind = kindOfType[type]
  if (kind !== undefined) return paths.databaseObject(projectRef, kind, id)
  return tables.has(type) ? paths.table(projectRef, id) : undefined
}
