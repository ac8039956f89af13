import { createHash } from 'node:crypto'

import type { Queryable } from '@basalt/engine'
import type { ViewDesign } from '@basalt/pg-model'

export type DesignedView = {
  kind: 'view' | 'materialized_view'
  design: ViewDesign
  /** Changes whenever the design does. */
  version: string
  /** As in its WITH clause; null without any. */
  options: string | null
  has_unique_index: boolean
  size_bytes: number
}

/** Null when there is no such view. */
export async function readView(db: Queryable, id: number): Promise<DesignedView | null> {
  const [row] = await db.query<Omit<DesignedView, 'version' | 'design'> & ViewDesign>(
    /* SQL */ `
    select n.nspname::text as schema, c.relname::text as name,
      obj_description(c.oid, 'pg_class') as comment,
      btrim(pg_get_viewdef(c.oid, true), e' ;\n') as definition,
      case c.relkind when 'v' then 'view' else 'materialized_view' end as kind,
      array_to_string(c.reloptions, ', ') as options,
      exists (
        select from pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null
          and i.indexprs is null
      ) as has_unique_index,
      pg_total_relation_size(c.oid)::float8 as size_bytes
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.oid = $1::oid and c.relkind in ('v', 'm')`,
    [id],
    { name: 'read-view' },
  )
  if (row === undefined) return null
  const { schema, name, comment, definition, ...rest } = row
  const design = { schema, name, comment, definition }
  const version = createHash('sha256').update(JSON.stringify(design)).digest('hex')
  return { design, version, ...rest }
}
