import { ApiError } from '@basalt/contract/errors'
import type { AiOptInKey } from '@basalt/contract/organization/settings'
import { assistant, type AssistantLine } from '@basalt/contract/project/assistant'
import { EngineError, type ProjectEngine } from '@basalt/engine'

import {
  getActor,
  type Context,
  type DataContext,
  getPrincipal,
  getProject,
} from '../../http/context.ts'
import { type Endpoint, serve, serveStream } from '../../http/route.ts'
import type { EmitLine } from '../../http/stream.ts'
import { type LanguageModel, ModelError } from '../../model/language-model.ts'
import type { Log } from '../../process/log.ts'
import { recordAttempt } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'
import { answer, type Answering } from './answer.ts'
import { getChat } from './chat.ts'
import {
  canReadSchema,
  getDisabled,
  requireOn,
  getSharedFields,
  type SharingServices,
} from './data-sharing.ts'
import { instructions } from './instructions.ts'
import { OpenAnswers } from './open-answers.ts'
import { schemaDigest } from './schema-digest.ts'

type AssistantServices = SharingServices & {
  store: Store
  engine: ProjectEngine
  model: LanguageModel
  log: Log
}

/** Answers questions about a project. This feature cannot write to its database. */
export function assistantFeature(services: AssistantServices): Endpoint[] {
  const { model } = services
  const open = new OpenAnswers()
  return [
    serve(assistant.state, async (_, context) => {
      const may = getSharedFields(context, services)
      return { model: model.name, host: model.host, may, off: getDisabled(context, may) }
    }),
    serveStream(assistant.answer, async ({ body }, context, emit) => {
      const may = getSharedFields(context, services)
      requireOn(context, may, services)
      const messages = getChat(body.messages, may)
      const close = open.begin(getPrincipal(context).userId ?? 'owner')
      try {
        await noted(services, { context, may, emit, messages })
      } finally {
        close()
      }
    }),
  ]
}

type Question = Pick<Answering, 'messages'> & {
  context: DataContext
  may: readonly AiOptInKey[]
  emit: EmitLine<AssistantLine>
}

/** The log has the question before the model has it. A failure gets another row. */
async function noted(services: AssistantServices, question: Question): Promise<void> {
  const { store, model, log } = services
  const { context, may, emit } = question
  const { ref, name } = getProject(context)
  const event = { action: 'assistant.asked', target: { kind: 'project', id: ref, name } }
  const details = { model: model.name, host: model.host, may }
  await context.audit(store, { ...event, after: { ...details, written: 'before the request' } })
  let hasSpoken = false
  const spoken = (line: AssistantLine) => {
    hasSpoken = true
    return emit(line, line.type === 'text' ? 'with-next' : 'now')
  }
  try {
    await answer(await prepared(services, question, spoken))
  } catch (error) {
    if (context.signal.aborted) throw new ApiError('cancelled', 'The answer was stopped')
    const failure = getFailure(error)
    if (failure === null) log.error({ err: error }, 'The assistant failed')
    const message = failure?.message ?? 'An unexpected error occurred'
    await recordFailure(store, context, { ...event, after: { ...details, error: message } })
    if (!hasSpoken) throw failure ?? error
    await emit({ type: 'failed', message })
  }
}

async function prepared(
  { engine, model }: AssistantServices,
  { context, may, messages }: Question,
  emit: Answering['emit'],
): Promise<Answering> {
  const { ref, dbVersion: version } = getProject(context)
  const { signal } = context
  // Read-only for every caller: the model's reads are steered by text that anyone can write.
  const appearance = canReadSchema(context, may)
    ? () => engine.open(ref, 'read-only', getActor(context))
    : null
  const schema = await getSchema(appearance, signal)
  return {
    model,
    system: instructions({ version, schema }),
    messages,
    look: appearance,
    signal,
    emit,
  }
}

async function getSchema(appearance: Answering['look'], signal: AbortSignal): Promise<string> {
  if (appearance === null) {
    return 'The schema of this project is not shared with you. Ask the user for the parts that you need.'
  }
  try {
    return await schemaDigest(await appearance(), signal)
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind === 'cancelled') throw error
    return `The schema could not be read: ${error.message}`
  }
}

function getFailure(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof ModelError) {
    return new ApiError('model_unavailable', error.message, { cause: error })
  }
  return null
}

const recordFailure = (
  store: Store,
  context: Context,
  event: Parameters<Context['audit']>[1],
): Promise<void> =>
  recordAttempt(store, context.origin, {
    ...event,
    outcome: 'failed',
    organizationId: context.organization?.id ?? null,
    projectRef: getProject(context).ref,
  })
