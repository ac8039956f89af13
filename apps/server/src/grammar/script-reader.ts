import { loadGrammar, type ReadScript } from '@basalt/pg-grammar'

/** Says what a script would do before it runs. It answers every text, and never fails. */
export type ScriptReader = { read(script: string): Promise<ReadScript> }

/** Reads in this thread, where a program is too short-lived for one of its own. */
export const readsHere: ScriptReader = {
  read: async (script) => (await loadGrammar()).read(script),
}
