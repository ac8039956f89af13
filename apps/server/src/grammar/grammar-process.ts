import type { LexicalRules } from '@basalt/pg-sql'

import { readsHere } from './script-reader.ts'

type Question = { id: number; script: string; rules: LexicalRules }

/**
 * The whole program of the process: receives a script, sends its parse result. It ends with the
 * server.
 */
process.on('message', async ({ id, script, rules }: Question) => {
  process.send?.({ id, result: await readsHere.read(script, rules) })
})
process.on('disconnect', () => process.exit())
