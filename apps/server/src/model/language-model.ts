/** A tool for the model. It is not executed here: the caller decides. */
export type ModelTool = {
  name: string
  /** The description for the model. */
  description: string
  /** JSON Schema of its input. */
  parameters: Readonly<Record<string, unknown>>
}

/** A tool call of the model; its input is not validated. */
export type ModelCall = { id: string; name: string; input: unknown }

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ModelCall[] }
  /** The results of the calls in the message before. */
  | { role: 'results'; results: readonly { call: ModelCall; text: string }[] }

export type ModelQuestion = {
  /** The system prompt. */
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  maxTokens: number
}

/** One `end` comes last; `isCut`: the output limit was reached. */
export type ModelPart =
  | { type: 'text'; text: string }
  | ({ type: 'call' } & ModelCall)
  | { type: 'end'; isCut: boolean }

/** Why there is no answer, as a sentence for the user. It contains no key and no password. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

/** The AI model of an install, which answers one message at a time and is stateless. */
export type LanguageModel = {
  /** The name at its server. */
  readonly name: string
  /** The host of its server, with the port when it is not the default. */
  readonly host: string
  /**
   * Streams the answer to the last message. Aborting the signal ends the request. A model without
   * tool support is called once more without them.
   *
   * @throws ModelError when there is no answer, or when it breaks off.
   */
  answer(question: ModelQuestion, signal: AbortSignal): AsyncIterable<ModelPart>
}
