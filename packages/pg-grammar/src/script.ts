import { type LexicalRules, rulesAfter, splitStatements, standardRules } from '@basalt/pg-sql'

import type { Effect } from './effects.ts'
import { withStandardLiterals } from './escaped-literals.ts'
import type { SyntaxError } from './fault.ts'
import type { Parameter } from './parameters.ts'
import type { Parser } from './parser.ts'
import type { PsqlHelp } from './psql.ts'
import { type QueryReading, readQueryParts } from './query-parts.ts'
import type { Source } from './sources.ts'
import { readStatement, type Reading } from './statement.ts'
import { persistentWarnings } from './tables.ts'
import type { PossibleWarning, Warning } from './warning.ts'

/** A statement of a script, with the properties known before it runs. */
export type ReadStatement = {
  text: string
  /** 0-based offsets in the script, in UTF-16 units, as all others here. */
  start: number
  end: number
  /** PostgreSQL's name for the command, never a word of its author: `CREATE TABLE`. */
  kind: string
  /** Its strongest effect. */
  effect: Effect
  /** A single query without a limit, alone in its script: `limited` accepts it. */
  isLimitable: boolean
  /** It ends the transaction around it, or may refuse to run in one. */
  refusesTransaction?: boolean
  /**
   * The tables whose columns a plain query may return, each as often as it is read. Omitted when
   * unknown.
   */
  sources?: Source[]
  /** Why PostgreSQL will refuse it. */
  error?: SyntaxError
  /** The alternative to a psql command. */
  psql?: PsqlHelp
  warnings: Warning[]
  /** Warnings that depend on the state of the database. */
  possible: PossibleWarning[]
  parameters: Parameter[]
}

export type ReadScript = { statements: ReadStatement[] }

/** Reads whole scripts, and statements that it read the last time only once. */
export class ScriptReader {
  readonly #parser: Parser
  #known = new Map<string, Reading>()

  constructor(parser: Parser) {
    this.#parser = parser
  }

  parts(text: string): QueryReading {
    return readQueryParts(this.#parser, text)
  }

  /** The rules are those of the session that the script is for. */
  read(script: string, before = standardRules): ReadScript {
    const cut = splitStatements(script, before)
    let rules: LexicalRules = before
    const prepared = new Map<string, Effect>()
    const known = new Map<string, Reading>()
    const readings = cut.map(({ text: written }) => {
      const text = withStandardLiterals(written, rules)
      rules = rulesAfter(written, rules)
      // The effect of `execute` depends on earlier statements.
      const reading =
        (prepared.size === 0 ? (known.get(text) ?? this.#known.get(text)) : undefined) ??
        readStatement(this.#parser, text, prepared)
      if (prepared.size === 0) known.set(text, reading)
      if (reading.prepares) prepared.set(reading.prepares.name, reading.prepares.effect)
      return reading
    })
    this.#known = known
    const warnings = persistentWarnings(readings)
    return {
      statements: cut.map((statement, at) => ({
        ...statement,
        ...inScript(readings[at] as Reading, statement.start),
        isLimitable: cut.length === 1 && readings[at]?.isLimitable === true,
        ...getWarned(moved(warnings[at] ?? [], statement.start)),
      })),
    }
  }
}

function inScript(reading: Reading, start: number) {
  const { kind, effect, sources, error, psql, parameters, refusesTransaction } = reading
  return {
    kind,
    effect,
    ...(sources !== null && { sources }),
    ...(refusesTransaction === true && { refusesTransaction }),
    ...(error !== undefined && {
      error: { message: error.message, start: start + error.start, end: start + error.end },
    }),
    ...(psql !== undefined && { psql }),
    parameters: moved(parameters, start),
  }
}

const getWarned = (all: readonly (Warning | PossibleWarning)[]) => ({
  warnings: all.filter((warning) => !('columns' in warning)),
  possible: all.filter((warning) => 'columns' in warning),
})

const moved = <Placed extends { start: number; end: number }>(
  list: readonly Placed[],
  by: number,
): Placed[] => list.map((item) => ({ ...item, start: item.start + by, end: item.end + by }))
