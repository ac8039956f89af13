/** Values of `$1` are not known, so a plan for any values is requested. */
const hasParameters = (query: string): boolean => /\$\d/u.test(query)

export const toExplain = (query: string): string =>
  `explain (${hasParameters(query) ? 'generic_plan, ' : ''}settings, verbose, format json)\n${query}`

const explained = /^[\s(]*(?:select|insert|update|delete|merge|values|with|table)\b/iu
const genericSince = 16

/** Why a statement has no plan to look at, or undefined. `version` is that of PostgreSQL. */
export function getExplainProblem(query: string, version: string | null): string | undefined {
  if (!explained.test(query)) return 'PostgreSQL explains statements that read or change rows only'
  const major = Number(/\d+/u.exec(version ?? '')?.[0] ?? genericSince)
  return hasParameters(query) && major < genericSince
    ? `PostgreSQL ${major} cannot explain a statement without its values; version ${genericSince} can`
    : undefined
}

const maxSearch = 200

/** The start of a statement up to its first value, as it is found in messages of the log. */
export const toLogSearch = (query: string): string =>
  (query.split(/\$\d/u, 1)[0] ?? '').split('\n', 1)[0]?.trim().slice(0, maxSearch) ?? ''
