import type { DatabaseSession } from '@basalt/engine'
import { type LexicalRules, rulesAfter } from '@basalt/pg-sql'

import type { ScriptStatement } from './run-statements.ts'

/** Splits the rest of the script, which starts there, by other rules. */
export type SplitAgain = (from: number, rules: LexicalRules) => Promise<readonly ScriptStatement[]>

type Place = { connection: Pick<DatabaseSession, 'hasStandardStrings'>; splitAgain: SplitAgain }

/**
 * The statements of a script, one after another, as psql would send them: a script was split as a
 * whole before it ran, and its rest is split again after a statement that changed
 * `standard_conforming_strings` in a way that its text does not show, such as by a function or by a
 * rollback.
 */
export class RunningScript {
  readonly #place: Place
  #statements: readonly ScriptStatement[]
  #rules: LexicalRules
  index = -1

  constructor(statements: readonly ScriptStatement[], place: Place) {
    this.#statements = statements
    this.#place = place
    this.#rules = { hasStandardStrings: place.connection.hasStandardStrings() }
  }

  get of(): number {
    return this.#statements.length
  }

  next(): ScriptStatement | undefined {
    this.index += 1
    return this.#statements[this.index]
  }

  /** Queries how the session reads literals after a statement. */
  async follow({ text, end }: ScriptStatement): Promise<void> {
    const expected = rulesAfter(text, this.#rules)
    this.#rules = { hasStandardStrings: this.#place.connection.hasStandardStrings() }
    if (expected.hasStandardStrings === this.#rules.hasStandardStrings) return
    const at = this.#statements.findIndex(({ start }, i) => i > this.index && start >= end)
    const from = this.#statements[at]?.start
    if (from === undefined) return
    const rest = await this.#place.splitAgain(from, this.#rules)
    this.#statements = [...this.#statements.slice(0, at), ...rest]
  }
}
