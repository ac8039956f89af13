import type { ReadScript } from '@basalt/pg-grammar'

/** Characters of all scripts that are kept; what is kept of a script is some times its size. */
const maxCharacters = 256 * 1024
/** Longer ones are seldom run twice as they are. */
const maxScriptLength = 16 * 1024

/**
 * What was read of the scripts that were run last: dashboards and people run the same ones again
 * and again, and a script says the same every time.
 */
export class KnownScripts {
  readonly #read = new Map<string, ReadScript>()
  #characters = 0

  find(script: string): ReadScript | undefined {
    const found = this.#read.get(script)
    if (found === undefined) return undefined
    // Put behind the others, so that the first one is the one not used for longest.
    this.#read.delete(script)
    this.#read.set(script, found)
    return found
  }

  keep(script: string, read: ReadScript): void {
    if (script.length > maxScriptLength || this.#read.has(script)) return
    this.#read.set(script, read)
    this.#characters += script.length
    for (const oldest of this.#read.keys()) {
      if (this.#characters <= maxCharacters) break
      this.#read.delete(oldest)
      this.#characters -= oldest.length
    }
  }
}
