/** A tool that the model may ask for. Nothing of it runs here: whoever asked decides. */
export type ModelTool = {
  name: string
  /** For the model: what it is for. */
  description: string
  /** JSON Schema of what it is called with. */
  parameters: Readonly<Record<string, unknown>>
}

/** What the model asked for; its input is as the model wrote it and was checked by nobody. */
export type ModelCall = { id: string; name: string; input: unknown }

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ModelCall[] }
  /** What came of each call of the message before. */
  | { role: 'results'; results: readonly { call: ModelCall; text: string }[] }

export type ModelQuestion = {
  /** Who the model is to be and what it is to know. */
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  maxTokens: number
}

/** One `end` comes last; `isCut` says that the model had more to say than it may. */
export type ModelPart =
  | { type: 'text'; text: string }
  | ({ type: 'call' } & ModelCall)
  | { type: 'end'; isCut: boolean }

/** Why no answer came, in a sentence for whoever asked. It holds no key and no password. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

/** The AI model of an install, which answers one message at a time and remembers nothing. */
export type LanguageModel = {
  /** As its server calls it. */
  readonly name: string
  /** Where its server is: a host, and the port where it is not the usual one. */
  readonly host: string
  /**
   * Answers the last message, as it is said. Aborting the signal ends the request. A model
   * that cannot use tools is asked once more without them.
   *
   * @throws ModelError when no answer comes, or when it breaks off.
   */
  answer(question: ModelQuestion, signal: AbortSignal): AsyncIterable<ModelPart>
}
