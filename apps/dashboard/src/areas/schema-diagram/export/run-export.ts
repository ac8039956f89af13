import { notify } from '../../../lib/browser/toast.ts'
import type { ExportMessage } from './export-worker.ts'
import { type ExportedFile, type ExportRequest, type Watching, writeFile } from './write-file.ts'

/**
 * Writes a file of the diagram in a worker. Rejects with an `AbortError` when it is cancelled. Only
 * where a browser has no worker, or no canvas in one, the page does the work.
 */
export async function runExport(request: ExportRequest, watching: Watching): Promise<ExportedFile> {
  watching.signal.throwIfAborted()
  if (typeof Worker === 'undefined') return writeFile(request, watching)
  const file = await inWorker(request, watching)
  if (file !== null) return file
  notify.info('This browser creates images in the page itself, which can be slow.')
  return writeFile(request, watching)
}

/** Null when the worker cannot draw. */
function inWorker(
  request: ExportRequest,
  { onProgress, signal }: Watching,
): Promise<ExportedFile | null> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ExportedFile | null>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    worker.addEventListener('error', () =>
      reject(new Error('its code could not be loaded. Check your network connection.')),
    )
    worker.addEventListener('message', ({ data }: MessageEvent<ExportMessage>) => {
      if ('progress' in data) onProgress(data.progress)
      else if ('failure' in data) reject(new Error(data.failure))
      else resolve('file' in data ? data.file : null)
    })
    worker.postMessage(request)
  }).finally(() => worker.terminate())
}
