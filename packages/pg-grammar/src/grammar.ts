import type { LexicalRules } from '@basalt/pg-sql'

import { openParser } from '#open-parser'

import type { QueryReading } from './query-parts.ts'
import { type ReadScript, ScriptReader } from './script.ts'

export type Grammar = {
  /** Parses any script; a broken statement does not hide the others. */
  read(script: string, rules?: LexicalRules): ReadScript
  /** The parts of a text that is parsed as it is. */
  parts(text: string): QueryReading
}

let grammar: Promise<Grammar> | undefined

/** PostgreSQL's grammar, loaded once for a process or a worker. */
export const loadGrammar = (): Promise<Grammar> =>
  (grammar ??= openParser().then(
    (parser) => new ScriptReader(parser),
    (error: unknown) => {
      // The network may be back the next time.
      grammar = undefined
      throw error
    },
  ))
