import { parentPort } from 'node:worker_threads'

import { scorePassword } from './password-strength.ts'

/** The thread's whole program: one password in, one score out. */
parentPort?.on('message', async ({ id, password }: { id: number; password: string }) => {
  parentPort?.postMessage({ id, result: await scorePassword(password) })
})
