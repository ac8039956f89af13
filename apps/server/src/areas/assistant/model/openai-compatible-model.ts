import type { ModelMessage as LibraryMessage, ToolSet } from 'ai'

import {
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type ModelPart,
  type ModelQuestion,
} from '../../../model/language-model.ts'
import { modelFailure, type ModelPlace, refusesTools } from './model-failure.ts'
import { withoutTools } from './without-tools.ts'

type ModelOptions = {
  /**
   * The base URL of the chat completions, usually ending in `/v1`; a password in it is sent as
   * Basic authentication.
   */
  baseUrl: string
  name: string
  apiKey: string | null
  /** Maximum silence of the model, in milliseconds. */
  quietMs?: number | undefined
}

type Library = Awaited<ReturnType<typeof load>>

/**
 * A model behind any server with OpenAI's chat completions; its library is loaded with the first
 * question.
 */
export function openAiCompatibleModel(options: ModelOptions): LanguageModel {
  const { name, baseUrl, apiKey, quietMs = 60_000 } = options
  const url = new URL(baseUrl)
  const secrets = [apiKey, url.password, decoded(url.password)]
  const place: ModelPlace = {
    name,
    host: url.host,
    secrets: secrets.filter((secret): secret is string => secret !== null && secret !== ''),
  }
  let loading: Promise<Library> | undefined
  return {
    name,
    host: url.host,
    async *answer(question, signal) {
      loading ??= load(options)
      const library = await loading
      const requested = { library, place, quietMs, signal }
      let hasSpoken = false
      const heard = (part: ModelPart) => {
        hasSpoken = true
        return part
      }
      try {
        for await (const part of speech(question, requested)) yield heard(part)
      } catch (error) {
        if (hasSpoken || question.tools.length === 0 || !refusesTools(error)) {
          throw modelFailure(error, place, hasSpoken)
        }
        try {
          for await (const part of speech(withoutTools(question), requested)) yield heard(part)
        } catch (second) {
          throw modelFailure(second, place, hasSpoken)
        }
      }
    },
  }
}

type Requested = { library: Library; place: ModelPlace; quietMs: number; signal: AbortSignal }

/** One request. Every part, reasoning included, resets the timeout. */
async function* speech(
  { system, messages, tools, maxTokens }: ModelQuestion,
  { library, place, quietMs, signal }: Requested,
): AsyncGenerator<ModelPart> {
  const quiet = new AbortController()
  const listening = () => setTimeout(() => quiet.abort(), quietMs)
  let alarm = listening()
  const silence = () =>
    new ModelError(
      `The model at ${place.host} sent nothing for ${Math.ceil(quietMs / 1000)} seconds. Ask again, or ask for less.`,
    )
  const { fullStream } = library.streamText({
    model: library.model,
    system,
    messages: messages.map(written),
    tools: listTools(library, tools),
    maxOutputTokens: maxTokens,
    maxRetries: 1,
    abortSignal: AbortSignal.any([signal, quiet.signal]),
    // Errors arrive as a part too; without this the library writes to the console.
    onError: () => undefined,
  })
  try {
    for await (const part of fullStream) {
      // A slow consumer does not count as silence of the model.
      clearTimeout(alarm)
      if (part.type === 'error') throw quiet.signal.aborted ? silence() : part.error
      if (part.type === 'abort') throw quiet.signal.aborted ? silence() : signal.reason
      if (part.type === 'text-delta' && part.text !== '') yield { type: 'text', text: part.text }
      if (part.type === 'tool-call') {
        yield { type: 'call', id: part.toolCallId, name: part.toolName, input: part.input }
      }
      if (part.type === 'finish') {
        if (part.finishReason === 'content-filter') {
          throw new ModelError(
            'The content filter of the model stopped this answer. Rephrase the question.',
          )
        }
        yield { type: 'end', isCut: part.finishReason === 'length' }
      }
      alarm = listening()
    }
  } finally {
    clearTimeout(alarm)
    // A consumer that stops reading aborts the request.
    quiet.abort()
  }
}

async function load({ baseUrl, name, apiKey }: ModelOptions) {
  const [{ jsonSchema, streamText, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  // Its warnings are for the authors of programs, and standard output is the operator's.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const url = new URL(baseUrl)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const queryParams = Object.fromEntries(url.searchParams)
  url.search = ''
  const login = `${decoded(username)}:${decoded(password)}`
  const model = createOpenAICompatible({
    name: 'model',
    baseURL: url.href.replace(/\/+$/u, ''),
    queryParams,
    ...(apiKey !== null && { apiKey }),
    ...(login !== ':' && {
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    }),
  })(name)
  return { model, jsonSchema, streamText, tool }
}

/** Tolerant decoding: a stray percent sign is literal. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Without `execute` the library only reports the calls. */
const listTools = ({ tool, jsonSchema }: Library, tools: ModelQuestion['tools']): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  )

function written(message: ModelMessage): LibraryMessage {
  if (message.role === 'user') return { role: 'user', content: message.text }
  if (message.role === 'results') {
    return {
      role: 'tool',
      content: message.results.map(({ call, text }) => ({
        type: 'tool-result',
        toolCallId: call.id,
        toolName: call.name,
        output: { type: 'text', value: text },
      })),
    }
  }
  const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
  const calls = message.calls.map(({ id, name, input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input,
  }))
  return { role: 'assistant', content: [...text, ...calls] }
}
