import type { Queryable, TextField } from '@basalt/engine'

/** Object ids from here on belong to users, whose types change. */
const firstUserId = 16_384

/** Names of built-in types, which never change; one cache for all databases. */
const builtIn = new Map<string, string>()

type TypedField = Pick<TextField, 'name' | 'typeId' | 'typeModifier'>

const getKey = ({ typeId, typeModifier }: TypedField) => `${typeId}:${typeModifier}`

/** The fields with their types as `format_type` prints them. */
export async function nameTypes(
  db: Queryable,
  fields: readonly TypedField[],
): Promise<{ name: string; type: string }[]> {
  const names = new Map<string, string>()
  const unknown = new Map<string, TypedField>()
  for (const field of fields) {
    const known = builtIn.get(getKey(field))
    if (known === undefined) unknown.set(getKey(field), field)
    else names.set(getKey(field), known)
  }
  if (unknown.size > 0) await lookUp(db, unknown, names)
  return fields.map((field) => ({
    name: field.name,
    // A type made in a transaction that is still open is seen by its own connection only.
    type: names.get(getKey(field)) ?? `oid ${field.typeId}`,
  }))
}

async function lookUp(
  db: Queryable,
  unknown: ReadonlyMap<string, TypedField>,
  names: Map<string, string>,
) {
  const fields = [...unknown.values()]
  const rows = await db.query<{ name: string | null }>(
    /* SQL */ `
    select case when exists (select from pg_type where oid = requested.id)
      then format_type(requested.id, requested.modifier) end as name
    from unnest($1::oid[], $2::int4[]) with ordinality as requested (id, modifier, place)
    order by place`,
    [fields.map(({ typeId }) => typeId), fields.map(({ typeModifier }) => typeModifier)],
    { name: 'name-types' },
  )
  for (const [index, field] of fields.entries()) {
    const name = rows[index]?.name
    if (name === null || name === undefined) continue
    names.set(getKey(field), name)
    if (field.typeId < firstUserId) builtIn.set(getKey(field), name)
  }
}
