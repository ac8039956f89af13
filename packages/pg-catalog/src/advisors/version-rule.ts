import type { AdvisorRule } from './rule.ts'

/** The first minor release of each major version without the vulnerabilities known so far. */
const patchedMinors: Readonly<Record<number, number>> = { 14: 20, 15: 15, 16: 11, 17: 7, 18: 1 }

const oldest = Math.min(...Object.keys(patchedMinors).map(Number))

/** The minor release that a server should be updated to; null if it is patched, as far as known. */
export function findPatch(versionNumber: number): string | null {
  const major = Math.floor(versionNumber / 10_000)
  if (major < oldest) return `${oldest}.${patchedMinors[oldest]}`
  const patched = patchedMinors[major]
  return patched === undefined || versionNumber % 10_000 >= patched ? null : `${major}.${patched}`
}

const known = Object.entries(patchedMinors).map(([major, minor]) => `(${major}, ${minor})`)

export const versionRule: AdvisorRule = {
  rule: 'vulnerable_postgres_version',
  sql: /* SQL */ `
    select 'postgresql' as key, 'warning' as level, null::text as schema, 'PostgreSQL'::text as name,
      'server' as kind,
      format('The server runs PostgreSQL %s. Version %s.%s fixes known vulnerabilities.', current_setting('server_version'), k.major, k.minor) as detail,
      jsonb_build_object('version', current_setting('server_version')) as metadata,
      null::text as fix, null::text as undo
    from (values ${known.join(', ')}) k (major, minor)
    cross join lateral (select $3::int as version) v
    where v.version / 10000 = k.major and v.version % 10000 < k.minor
      or v.version / 10000 < ${oldest} and k.major = ${oldest}`,
}
