import type { QueryLine } from '@basalt/contract/database/query'

/** The lines of one type, in their order. */
export const ofType = <T extends QueryLine['type']>(lines: readonly QueryLine[], type: T) =>
  lines.filter((line): line is Extract<QueryLine, { type: T }> => line.type === type)

export const listRows = (lines: readonly QueryLine[]) =>
  ofType(lines, 'rows').flatMap(({ rows }) => rows)

/** The state of the session after the run. */
export const getState = (lines: readonly QueryLine[]) => ofType(lines, 'session')[0]?.state
