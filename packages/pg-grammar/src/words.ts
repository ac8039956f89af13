import { type LexicalRules, splitStatements } from '@basalt/pg-sql'

import { listPositions } from './parameters.ts'
import type { ReadScript } from './script.ts'
import { describeKindOf } from './word-kinds.ts'

/**
 * Parses a script by its tokens where the grammar is not available: commands and parameters, and no
 * warnings.
 */
export const parseWords = (script: string, rules?: LexicalRules): ReadScript => ({
  statements: splitStatements(script, rules).map((statement) => ({
    ...statement,
    kind: describeKindOf(statement.text),
    effect: 'other',
    isLimitable: false,
    warnings: [],
    possible: [],
    parameters: listPositions(statement.text).map(({ name, start, end }) => ({
      name,
      start: statement.start + start,
      end: statement.start + end,
    })),
  })),
})
