import { readsHere } from './script-reader.ts'

type Question = { id: number; script: string }

/** The process's whole program: one script in, what it says out. It ends with the server. */
process.on('message', async ({ id, script }: Question) => {
  process.send?.({ id, result: await readsHere.read(script) })
})
process.on('disconnect', () => process.exit())
