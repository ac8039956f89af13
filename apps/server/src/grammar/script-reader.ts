import { loadGrammar, type QueryReading, type ReadScript } from '@basalt/pg-grammar'
import { type LexicalRules, standardRules } from '@basalt/pg-sql'

/** Determines the effects of a script before it runs. It accepts every text, and never fails. */
export type ScriptReader = {
  read(script: string, rules?: LexicalRules): Promise<ReadScript>
  /** All names and kinds of nodes of a query; an error for every text that is no SQL. */
  parts(text: string): Promise<QueryReading>
}

/** Parses in this thread, for short-lived programs. */
export const readsHere: ScriptReader = {
  read: async (script, rules) => (await loadGrammar()).read(script, rules),
  parts: async (text) => (await loadGrammar()).parts(text),
}

/** Without a backslash every script reads the same, and is known under one name. */
export const rulesFor = (script: string, rules: LexicalRules = standardRules): LexicalRules =>
  script.includes('\\') ? rules : standardRules
