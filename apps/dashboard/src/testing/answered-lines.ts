import { checkAnswer } from '@basalt/contract/answer-check'
import type { AnyRoute, OutputOf } from '@basalt/contract/route'

type LineOf<R extends AnyRoute> = OutputOf<R> & { type: string }

/** Requests to a streaming route, each answered by the test line by line, as the contract has it. */
export function answeredLines<R extends AnyRoute>(route: R) {
  const encoder = new TextEncoder()
  const requested: { body: Record<string, unknown>; isAborted: boolean }[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  return {
    requested,
    answer: async (_: string, { body, signal }: RequestInit = {}) => {
      signal?.throwIfAborted()
      const one = { body: JSON.parse(body as string) as Record<string, unknown>, isAborted: false }
      requested.push(one)
      return new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            stream = controller
            signal?.addEventListener('abort', () => {
              one.isAborted = true
              controller.error(signal.reason)
            })
          },
        }),
      )
    },
    /** Answers the last one. */
    send: (...lines: LineOf<R>[]) => {
      for (const line of lines) {
        stream?.enqueue(encoder.encode(`${JSON.stringify(checkAnswer(route, line))}\n`))
      }
      if (lines.at(-1)?.type === 'end') stream?.close()
    },
    /** As when the server is lost. */
    breakOff: () => stream?.error(new TypeError('network error')),
    /** Ends without an end line, as behind a proxy with a timeout. */
    cutOff: () => stream?.close(),
  }
}
