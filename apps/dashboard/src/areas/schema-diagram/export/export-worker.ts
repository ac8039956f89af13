import {
  type ExportedFile,
  type ExportRequest,
  NoCanvas,
  type Progress,
  writeFile,
} from './write-file.ts'

export type ExportMessage =
  | { progress: Progress }
  | { file: ExportedFile }
  | { failure: string }
  /** The page has to draw, because this thread has no canvas. */
  | { needsPage: true }

/** Progress is sent a few times per second, not at each step. */
const announceEveryMs = 100

const announce = (message: ExportMessage) => self.postMessage(message)

self.addEventListener('message', async ({ data }: MessageEvent<ExportRequest>) => {
  let announcedAt = 0
  const onProgress = (progress: Progress) => {
    if (performance.now() - announcedAt < announceEveryMs) return
    announcedAt = performance.now()
    announce({ progress })
  }
  try {
    // The page cancels by ending this worker.
    const { signal } = new AbortController()
    announce({ file: await writeFile(data, { onProgress, signal }) })
  } catch (error) {
    if (error instanceof NoCanvas) announce({ needsPage: true })
    else announce({ failure: error instanceof Error ? error.message : String(error) })
  }
})
