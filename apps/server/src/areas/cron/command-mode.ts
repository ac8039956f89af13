import type { ScriptReader } from '../../grammar/script-reader.ts'

/** Commands of jobs are few and stay the same. */
const mostKnown = 5000

/**
 * Reads whether all of a command can run in one transaction with the mark of its run. Otherwise it
 * runs at most once: a run that is interrupted is not repeated.
 */
export class CommandModes {
  readonly #scripts: ScriptReader
  readonly #known = new Map<string, boolean>()

  constructor(scripts: ScriptReader) {
    this.#scripts = scripts
  }

  async isTransactional(command: string): Promise<boolean> {
    const known = this.#known.get(command)
    if (known !== undefined) return known
    const { statements } = await this.#scripts.read(command)
    const answer = statements.every(({ refusesTransaction = false }) => !refusesTransaction)
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(command, answer)
    return answer
  }
}
