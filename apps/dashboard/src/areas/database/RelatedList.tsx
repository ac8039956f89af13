import type { RelatedObject } from '@basalt/contract/database/objects/object-routes'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'
import { findKind } from './kinds.ts'

/** Kinds of objects as PostgreSQL names them, with the list that shows them here. */
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

function getHref(projectRef: string, { type, id }: RelatedObject): string | undefined {
  const kind = kindOfType[type]
  if (kind !== undefined && findKind(kind) !== undefined)
    return paths.databaseObject(projectRef, kind, id)
  return tables.has(type) ? paths.table(projectRef, id) : undefined
}

/** Objects that need another one, or that it needs, each with a link where it has a page. */
export function RelatedList({
  projectRef,
  objects,
}: {
  projectRef: string
  objects: readonly RelatedObject[]
}) {
  return (
    <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
      {objects.map((object, at) => {
        const href = getHref(projectRef, object)
        return (
          <li key={at} className="min-w-0 break-words">
            {href === undefined ? (
              object.description
            ) : (
              <Link href={href} className="link">
                {object.description}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
