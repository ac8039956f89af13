import type { Queryable } from '@basalt/engine'

/** Catalogs with the columns that change by themselves, or with every change. */
const catalogs: Readonly<Record<string, readonly string[]>> = {
  pg_namespace: [],
  pg_class: [
    'relpages',
    'reltuples',
    'relallvisible',
    'relallfrozen',
    'relfilenode',
    'relfrozenxid',
    'relminmxid',
    'relhasindex',
    'relhastriggers',
  ],
  pg_attribute: [],
  pg_attrdef: [],
  pg_constraint: [],
  pg_index: [],
  pg_inherits: [],
  pg_sequence: [],
  pg_proc: [],
  pg_type: [],
  pg_enum: [],
  pg_range: [],
  pg_rewrite: [],
  pg_trigger: [],
  pg_event_trigger: [],
  pg_policy: [],
  pg_publication: [],
  pg_publication_rel: [],
  pg_publication_namespace: [],
  pg_description: [],
  pg_shdescription: [],
  pg_depend: [],
  pg_default_acl: [],
  pg_extension: [],
  pg_statistic_ext: [],
  pg_roles: ['rolpassword'],
  pg_auth_members: [],
  pg_db_role_setting: [],
}

/** Rows of the catalogs as text, by `catalog` and their key. */
export type CatalogSnapshot = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** The column with the oid of the object, where it is another than `oid`; null for all rows. */
const ownIds: Readonly<Record<string, string | null>> = {
  // The schema public is built in, and has an owner and grants.
  pg_namespace: null,
  pg_attribute: 'attrelid',
  pg_index: 'indexrelid',
  pg_inherits: 'inhrelid',
  pg_sequence: 'seqrelid',
  pg_range: 'rngtypid',
  pg_description: 'objoid',
  pg_depend: 'objid',
  pg_shdescription: null,
  pg_db_role_setting: null,
  pg_roles: null,
  pg_auth_members: null,
}

/** Everything that the catalogs say about objects that are not built in. */
export async function readCatalogSnapshot(db: Queryable): Promise<CatalogSnapshot> {
  const parts = Object.entries(catalogs).map(([name, remaining]) => {
    const id = name in ownIds ? ownIds[name] : 'oid'
    const own = typeof id !== 'string' ? '' : `where x.${id} >= 16384`
    return `select '${name}' as catalog, (to_jsonb(x) - array[${remaining.map((column) => `'${column}'`).join(', ')}]::text[])::text as row from ${name} x ${own}`
  })
  const rows = await db.query<{ catalog: string; row: string }>(parts.join(' union all '))
  const entries = rows.map(({ catalog, row }): [string, Record<string, unknown>] => {
    const values = JSON.parse(row) as Record<string, unknown>
    return [`${catalog} ${getKey(values)}`, values]
  })
  return new Map(entries)
}

const keys = [
  'oid',
  'attrelid',
  'attnum',
  'indexrelid',
  'inhrelid',
  'seqrelid',
  'rngtypid',
  'classid',
  'classoid',
  'objid',
  'objoid',
  'objsubid',
  'refclassid',
  'refobjid',
  'refobjsubid',
  'setdatabase',
  'setrole',
]

const getKey = (values: Readonly<Record<string, unknown>>): string =>
  keys.flatMap((name) => (name in values ? [String(values[name])] : [])).join(' ')

/** The columns of the catalogs in which the second differs from the first, as `catalog.column`. */
export function diffCatalogs(before: CatalogSnapshot, after: CatalogSnapshot): string[] {
  const changed = new Set<string>()
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [catalog = ''] = key.split(' ')
    const old = before.get(key)
    const now = after.get(key)
    if (old === undefined || now === undefined) changed.add(catalog)
    else
      for (const name of Object.keys(now))
        if (JSON.stringify(old[name]) !== JSON.stringify(now[name]))
          changed.add(`${catalog}.${name}`)
  }
  return [...changed].toSorted()
}
