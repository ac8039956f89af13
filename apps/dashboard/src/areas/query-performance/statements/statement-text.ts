const explained = /^[\s(]*(?:select|insert|update|delete|merge|values|with|table)\b/iu

/** Why a statement has no plan, or undefined. */
export const getExplainProblem = (query: string): string | undefined =>
  explained.test(query) ? undefined : 'PostgreSQL plans statements that read or change rows only'

const maxSearch = 200

/** The start of a statement up to its first value, as it is found in messages of the log. */
export const toLogSearch = (query: string): string =>
  (query.split(/\$\d/u, 1)[0] ?? '').split('\n', 1)[0]?.trim().slice(0, maxSearch) ?? ''
