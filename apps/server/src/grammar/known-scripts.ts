import type { ReadScript } from '@basalt/pg-grammar'

/** Characters of all cached scripts; the cached result is several times as large. */
const maxCharacters = 256 * 1024
/** Longer ones are seldom run twice as they are. */
const maxScriptLength = 16 * 1024

/**
 * A cache of the most recently parsed scripts: dashboards and users run the same ones repeatedly,
 * and parsing is deterministic.
 */
export class KnownScripts {
  readonly #read = new Map<string, ReadScript>()
  #characters = 0

  find(script: string): ReadScript | undefined {
    const found = this.#read.get(script)
    if (found === undefined) return undefined
    // Moved to the end, so that the first one is the least recently used.
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
