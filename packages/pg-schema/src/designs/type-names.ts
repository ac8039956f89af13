import { EngineError, type Queryable } from '@basalt/engine'

/** Characters that never belong to the name of a type, even if PostgreSQL's parser accepts them. */
const suspicious = /--|\/\*|[;\n\r]/u

/**
 * The types as PostgreSQL prints them, by the written text; null for unknown types. Only these
 * results are used in a statement: PostgreSQL's own parser has accepted them as types.
 */
export async function resolveTypes(
  db: Queryable,
  written: readonly string[],
): Promise<Map<string, string | null>> {
  const [server] = await db.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
    [],
    { name: 'server-version' },
  )
  const keepsModifiers = (server?.version ?? 0) >= 170_000
  const names = new Map<string, string | null>()
  for (const text of new Set(written)) {
    names.set(text, suspicious.test(text) ? null : await resolve(db, text, keepsModifiers))
  }
  return names
}

async function resolve(db: Queryable, text: string, keepsModifiers: boolean) {
  const name = keepsModifiers
    ? 'format_type(to_regtype($1), to_regtypemod($1))'
    : 'case when to_regtype($1) is not null then $1::text end'
  try {
    const [row] = await db.query<{ name: string | null }>(`select ${name} as name`, [text])
    return row?.name ?? null
  } catch (error) {
    // A text that is no type at all, or a modifier out of range, may also be an error.
    if (error instanceof EngineError && error.kind === 'statement') return null
    throw error
  }
}
