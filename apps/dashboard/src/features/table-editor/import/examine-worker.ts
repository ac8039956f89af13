import { examine, type Reading } from './examine.ts'

export type ExamineCall = { file: Blob; reading: Reading }

/** Progress is told a few times in a second, not with each piece. */
const saidEveryMs = 100

self.addEventListener('message', async ({ data }: MessageEvent<ExamineCall>) => {
  let saidAt = 0
  const onBytes = (bytes: number) => {
    if (performance.now() - saidAt < saidEveryMs) return
    saidAt = performance.now()
    self.postMessage({ bytes })
  }
  try {
    const { signal } = new AbortController()
    self.postMessage({ result: await examine(data.file, data.reading, { onBytes, signal }) })
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
})
