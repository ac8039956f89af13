import { randomUUID } from 'node:crypto'

import type { AssistantLine } from '@basalt/contract/project/assistant'
import { EngineError, type ProjectDatabase } from '@basalt/engine'

import type { LanguageModel, ModelCall, ModelMessage } from '../../model/language-model.ts'
import { runTool } from './chat.ts'
import { getAppearance, toolsFor, requestedQuery } from './schema-tools.ts'

const limits = { steps: 8, tokens: 4096 } as const

export type Answering = {
  model: LanguageModel
  system: string
  messages: readonly ModelMessage[]
  /** Opens the database as the read-only role; null when data sharing forbids it. */
  look: (() => Promise<ProjectDatabase>) | null
  signal: AbortSignal
  emit: (line: AssistantLine) => Promise<void>
}

type Step = { text: string; calls: ModelCall[]; isCut: boolean }
type Result = { call: ModelCall; text: string }

/** Calls the model, runs its schema tools, and repeats, until it answers or proposes a query. */
export async function answer(answering: Answering): Promise<void> {
  const { emit } = answering
  const messages = [...answering.messages]
  const ids = new Set<string>()
  for (let count = 0; count < limits.steps; count += 1) {
    const { text, calls, isCut } = await step(answering, messages)
    if (calls.length === 0) {
      await emit({ type: 'end', reason: isCut ? 'cut' : 'answered' })
      return
    }
    // Other requested reads are repeated by the model when the queries have results.
    if (await offer(answering, calls, ids)) {
      await emit({ type: 'end', reason: 'asks' })
      return
    }
    // One after the other: an answer uses one of the project's few connections.
    const results: Result[] = []
    for (const call of calls) results.push({ call, text: await looked(answering, call) })
    messages.push({ role: 'assistant', text, calls }, { role: 'results', results })
  }
  await emit({ type: 'end', reason: 'looked' })
}

async function step(answering: Answering, messages: readonly ModelMessage[]): Promise<Step> {
  const { model, system, look: appearance, signal, emit } = answering
  const said: Step = { text: '', calls: [], isCut: false }
  const question = {
    system,
    messages,
    tools: toolsFor(appearance !== null),
    maxTokens: limits.tokens,
  }
  for await (const part of model.answer(question, signal)) {
    if (part.type === 'text') {
      said.text += part.text
      await emit(part)
    } else if (part.type === 'call') {
      const { id, name, input } = part
      said.calls.push({ id, name, input })
    } else {
      said.isCut = part.isCut
    }
  }
  return said
}

/** Sends the model's proposed queries, and returns whether there was one. */
async function offer(
  { emit }: Answering,
  calls: readonly ModelCall[],
  ids: Set<string>,
): Promise<boolean> {
  for (const call of calls) {
    const query = call.name === runTool ? requestedQuery(call.input) : null
    if (query === null) continue
    const isUsable = call.id !== '' && call.id.length <= 200 && !ids.has(call.id)
    const id = isUsable ? call.id : randomUUID()
    ids.add(id)
    await emit({ type: 'query', id, ...query })
  }
  return ids.size > 0
}

async function looked(
  { look: appearance, emit, signal }: Answering,
  call: ModelCall,
): Promise<string> {
  if (call.name === runTool) {
    return 'This query could not be offered: it needs a title and one SQL text of at most 32,000 characters.'
  }
  const target = appearance === null ? null : getAppearance(call.name, call.input)
  if (appearance === null || target === null)
    return 'This tool does not exist or is not available to you.'
  await emit({ type: 'looking', at: target.at, schema: target.schema })
  try {
    return await target.read(await appearance(), signal)
  } catch (error) {
    if (error instanceof EngineError && error.kind !== 'cancelled') {
      return `This could not be read: ${error.message}`
    }
    throw error
  }
}
