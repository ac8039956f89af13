import { examine, type Reading } from './inspect.ts'

export type InspectCall = { file: Blob; reading: Reading }

/** Progress is sent a few times per second, not with each chunk. */
const announceEveryMs = 100

self.addEventListener('message', async ({ data }: MessageEvent<InspectCall>) => {
  let announcedAt = 0
  const onBytes = (bytes: number) => {
    if (performance.now() - announcedAt < announceEveryMs) return
    announcedAt = performance.now()
    self.postMessage({ bytes })
  }
  try {
    const { signal } = new AbortController()
    self.postMessage({ result: await examine(data.file, data.reading, { onBytes, signal }) })
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
