import { type LexicalRules, splitStatements } from '@basalt/pg-sql'

import { placesIn } from './parameters.ts'
import type { ReadScript } from './script.ts'
import { kindOfWords } from './word-kinds.ts'

/**
 * What the words of a script tell where its grammar cannot be asked: its commands and the places
 * for values, and no warnings.
 */
export const readWords = (script: string, rules?: LexicalRules): ReadScript => ({
  statements: splitStatements(script, rules).map((statement) => ({
    ...statement,
    kind: kindOfWords(statement.text),
    effect: 'other',
    isLimitable: false,
    warnings: [],
    possible: [],
    parameters: placesIn(statement.text).map(({ name, start, end }) => ({
      name,
      start: statement.start + start,
      end: statement.start + end,
    })),
  })),
})
