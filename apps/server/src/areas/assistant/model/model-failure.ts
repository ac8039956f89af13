import { ModelError } from '../../../model/language-model.ts'

export type ModelPlace = {
  name: string
  host: string
  /** Values that must never be in a message. */
  secrets: readonly string[]
}

const maxOfMessage = 300

/** The library's error, as far as it describes the failure. */
type Thrown = {
  name?: unknown
  statusCode?: unknown
  message?: unknown
  lastError?: unknown
  cause?: unknown
}

const getThrown = (error: unknown): Thrown => {
  const thrown = (typeof error === 'object' && error !== null ? error : {}) as Thrown
  // After a retry the library throws an error about both attempts, which contains the last one.
  return thrown.lastError === undefined ? thrown : getThrown(thrown.lastError)
}

/** The status of the server's refusal; null without one. */
const getStatus = ({ statusCode }: Thrown) =>
  typeof statusCode === 'number' && statusCode >= 400 ? statusCode : null
const getMessage = ({ message }: Thrown) => (typeof message === 'string' ? message : '')

/** Whether a model refused the question because of its tools. */
export function refusesTools(error: unknown): boolean {
  const thrown = getThrown(error)
  const status = getStatus(thrown)
  return (status === 400 || status === 404) && /\btools?\b/iu.test(getMessage(thrown))
}

/** The sentence for the user. `hasSpoken`: a part of the answer had arrived. */
export function modelFailure(error: unknown, place: ModelPlace, hasSpoken: boolean): ModelError {
  if (error instanceof ModelError) return error
  const thrown = getThrown(error)
  const status = getStatus(thrown)
  if (status !== null) return new ModelError(refusal(status, getMessage(thrown), place))
  if (hasSpoken)
    return new ModelError(
      'The connection to the model was lost before the answer was complete. Ask again.',
    )
  if (isUnreachable(thrown)) {
    return new ModelError(
      `The model server at ${place.host} is unreachable${getReason(thrown)}. Ask your administrator to check the server and BASALT_AI_BASE_URL.`,
    )
  }
  if (isOfLibrary(thrown)) {
    return new ModelError(
      `The response of ${place.host} is not valid. Ask your administrator to check BASALT_AI_BASE_URL, which usually ends in /v1.`,
    )
  }
  return new ModelError(otherwise(getMessage(thrown), place))
}

function refusal(status: number, message: string, place: ModelPlace): string {
  const { host, name } = place
  if (status === 401 || status === 403) {
    return `${host} rejected the API key. Ask your administrator to set BASALT_AI_API_KEY to a key that ${host} accepts.`
  }
  if (status === 404) {
    return `${host} has no model “${name}” at this URL. Ask your administrator to check BASALT_AI_MODEL and BASALT_AI_BASE_URL.`
  }
  if (status === 429) {
    return `The model at ${host} is busy, or the limit of its account is reached. Wait a moment and ask again.`
  }
  if (status === 413 || (status === 400 && isTooLong(message))) {
    return 'This chat is too long for the model. Start a new chat, or send less with the question.'
  }
  return otherwise(message, place)
}

/** The words of the servers that people use: OpenAI, vLLM, llama.cpp, Ollama. */
const isTooLong = (message: string) =>
  /context.{0,20}(?:length|window|size)|context_length|too many tokens|prompt is too long|maximum.{0,20}tokens/iu.test(
    message,
  )

function otherwise(message: string, { host, secrets }: ModelPlace): string {
  const plain = secrets
    .reduce((text, secret) => text.replaceAll(secret, '…'), message)
    .replaceAll(/\s+/gu, ' ')
    .trim()
  if (plain === '') return `The model at ${host} failed without a reason. Ask again.`
  const short = plain.length > maxOfMessage ? `${plain.slice(0, maxOfMessage)}…` : plain
  return `The model at ${host} failed: ${short}`
}

/** Errors of the library's own are about answers that it could not read. */
const isOfLibrary = ({ name }: Thrown) => typeof name === 'string' && name.startsWith('AI_')

const isUnreachable = (thrown: Thrown) =>
  /^(?:cannot connect to api|fetch failed)/iu.test(getMessage(thrown)) ||
  getCode(thrown) !== undefined

const getReason = (thrown: Thrown) => {
  const code = getCode(thrown)
  return code === undefined ? '' : ` (${code})`
}

/** The system's error code, for example ECONNREFUSED, at any depth of causes. */
function getCode({ cause }: Thrown): string | undefined {
  if (typeof cause !== 'object' || cause === null) return undefined
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z_\d]+$/u.test(code) ? code : getCode(cause)
}
