import { lockDataDirectory } from '../directory-lock.ts'
import { embeddedEngine } from '../embedded-engine.ts'
import { testSecret } from './test-secret.ts'

/** Work of a survival test's process before it prints `done` and waits to be killed. */
export type Task =
  | { do: 'create' | 'start' | 'copy'; dataDir: string; ref: string; resolveFrom: string }
  | { do: 'lock'; dataDir: string }

async function perform(task: Task): Promise<void> {
  if (task.do === 'lock') {
    await lockDataDirectory(task.dataDir)
    return
  }
  const engine = embeddedEngine({ ...task, secretFor: testSecret })
  if (task.do === 'create') await engine.create(task.ref, { ownerPassword: 'owner password' })
  else await engine.start(task.ref)
  if (task.do !== 'copy') return
  const { signal } = new AbortController()
  await engine.copy(task.ref, { maxBytes: 1024 ** 3, signal, onProgress: () => undefined })
}

process.stdout.write('begun\n')
perform(JSON.parse(process.argv[2] ?? '') as Task).then(
  () => process.stdout.write('done\n'),
  (error: Error) => process.stdout.write(`failed: ${error.message}\n`),
)
setInterval(() => {}, 60_000)
