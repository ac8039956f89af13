import { loadGrammar, type ReadScript } from '@basalt/pg-grammar'

export type GrammarAnswer = { result: ReadScript } | { failure: string }

self.addEventListener('message', async ({ data }: MessageEvent<string>) => {
  self.postMessage(await answerTo(data))
})

async function answerTo(text: string): Promise<GrammarAnswer> {
  try {
    const grammar = await loadGrammar()
    return { result: grammar.read(text) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
