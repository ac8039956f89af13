import type { Queryable } from '@basalt/engine'

import { readCatalogSnapshot } from './catalog-snapshot.ts'

/** Catalogs whose objects PostgreSQL can name by their oid. */
const named = [
  'pg_class',
  'pg_attrdef',
  'pg_cast',
  'pg_constraint',
  'pg_proc',
  'pg_type',
  'pg_rewrite',
  'pg_trigger',
  'pg_event_trigger',
  'pg_policy',
  'pg_publication',
  'pg_publication_rel',
  'pg_namespace',
  'pg_statistic_ext',
]

/** Rows with an oid of their own that nothing refers to. */
const anonymous = new Set(['pg_enum', 'pg_auth_members'])

/**
 * The rows of the catalogs as texts with names in place of oids, in alphabetical order: an object
 * that was dropped and created again is equal to the one before.
 */
export async function readNamedSnapshot(db: Queryable): Promise<string[]> {
  const names = await readNames(db)
  const rows = await readCatalogSnapshot(db)
  return [...rows]
    .map(([key, row]) => {
      const [catalog = ''] = key.split(' ')
      const text = JSON.stringify(row, (name, value: unknown) => {
        if (name === 'oid' && anonymous.has(catalog)) return undefined
        // The order of privileges is that of their grants.
        return name.endsWith('acl') && Array.isArray(value) ? value.map(String).toSorted() : value
      })
      return `${catalog} ${text.replaceAll(/(?<!\d)\d{5,}(?!\d)/gu, (id) => names.get(id) ?? id)}`
    })
    .toSorted()
}

async function readNames(db: Queryable): Promise<Map<string, string>> {
  const parts = named.map(
    (catalog) => `select x.oid::text as id,
      (pg_identify_object('${catalog}'::regclass, x.oid, 0)).identity as name
      from ${catalog} x where x.oid >= 16384`,
  )
  const rows = await db.query<{ id: string; name: string }>(
    [...parts, `select oid::text, rolname from pg_roles where oid >= 16384`].join(' union all '),
  )
  // A TOAST table is named after the oid of its table.
  return new Map(rows.map(({ id, name }) => [id, `<${name.replaceAll(/\d{5,}/gu, '#')}>`]))
}
