import { grammarWorker } from '../grammar/grammar-worker.ts'
import { strengthInThread } from '../secrets/strength-in-thread.ts'
import type { StartContext } from './start-context.ts'

/** Work that would block the event loop, in a thread and in a process of its own. */
export function openWorkers({ files, undo }: StartContext) {
  const strength = strengthInThread(files.strengthThread)
  undo.add(() => strength.close())
  const scripts = grammarWorker(files.grammarProcess)
  undo.add(() => scripts.close())
  return { strength, scripts }
}
