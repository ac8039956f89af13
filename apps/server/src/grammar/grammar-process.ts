import type { LexicalRules } from '@basalt/pg-sql'

import { readsHere } from './script-reader.ts'

type Question = { id: number; script: string; rules: LexicalRules | null }

/**
 * The whole program of the process: receives a script, sends its parse result, or without lexical
 * rules the parts of a query. It ends with the server.
 */
process.on('message', async ({ id, script, rules }: Question) => {
  const result =
    rules === null ? await readsHere.parts(script) : await readsHere.read(script, rules)
  process.send?.({ id, result })
})
process.on('disconnect', () => process.exit())
