import { loadGrammar, type ReadScript } from '@basalt/pg-grammar'
import { type LexicalRules, standardRules } from '@basalt/pg-sql'

/** Says what a script would do before it runs. It answers every text, and never fails. */
export type ScriptReader = { read(script: string, rules?: LexicalRules): Promise<ReadScript> }

/** Reads in this thread, where a program is too short-lived for one of its own. */
export const readsHere: ScriptReader = {
  read: async (script, rules) => (await loadGrammar()).read(script, rules),
}

/** Without a backslash every script reads the same, and is known under one name. */
export const rulesFor = (script: string, rules: LexicalRules = standardRules): LexicalRules =>
  script.includes('\\') ? rules : standardRules
