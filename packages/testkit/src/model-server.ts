import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ScriptedCall = { id?: string; name: string; input: object | string }

/** The model's answer to one request. */
type ModelReply =
  | {
      /** Sent piece by piece. */
      text?: string | readonly string[]
      calls?: readonly ScriptedCall[]
      /** Waited before each piece, in milliseconds. */
      pauseMs?: number
      /** How it ends: properly, at the model's limit, with a closed connection, or never. */
      ending?: 'stop' | 'length' | 'hang-up' | 'silence'
    }
  | { status: number; message: string }

/** The content of a request; messages and tools are those of OpenAI's chat completions. */
type ModelRequest = {
  path: string
  headers: IncomingMessage['headers']
  body: {
    model: string
    max_tokens?: number
    messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[]
    tools?: { function: { name: string } }[]
  }
  /** Everything that was sent, as one text. */
  text: string
  /** Whether the client disconnected before the answer ended. */
  isGivenUp: boolean
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>

/**
 * A local AI model that implements OpenAI's chat completions and follows a script, one reply for
 * each request. It records the requests.
 */
export async function startModelServer(key: string | null = null) {
  const requests: ModelRequest[] = []
  let replies: ModelReply[] = []
  const receive = async (message: IncomingMessage, response: ServerResponse) => {
    const text = await readBody(message)
    const request: ModelRequest = {
      path: message.url ?? '/',
      headers: message.headers,
      body: JSON.parse(text) as ModelRequest['body'],
      text,
      isGivenUp: false,
    }
    requests.push(request)
    response.on('close', () => {
      request.isGivenUp = !response.writableFinished
    })
    const { authorization } = message.headers
    const reply =
      key === null || authorization === `Bearer ${key}`
        ? (replies.shift() ?? { status: 500, message: 'The script has no reply for this' })
        : { status: 401, message: `Incorrect API key provided: ${authorization}` }
    if ('status' in reply) refuse(response, reply)
    else await speak(response, reply)
  }
  const server = createServer((message, response) => void receive(message, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    /** For BASALT_AI_BASE_URL. */
    url: `http://127.0.0.1:${port}/v1`,
    host: `127.0.0.1:${port}`,
    requests,
    /** The replies to the next requests, one each; replaces an earlier script. */
    say(...next: ModelReply[]) {
      replies = next
      requests.length = 0
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function refuse(
  response: ServerResponse,
  { status, message }: { status: number; message: string },
) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'scripted', code: null } }))
}

async function speak(response: ServerResponse, reply: Exclude<ModelReply, { status: number }>) {
  const { text = [], calls = [], pauseMs = 0, ending = 'stop' } = reply
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = async (delta: object, reason: string | null = null) => {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const choice = { index: 0, delta, finish_reason: reason }
    const chunk = { id: 'chat', object: 'chat.completion.chunk', model: 'm', choices: [choice] }
    if (!response.destroyed) response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  for (const piece of typeof text === 'string' ? [text] : text) {
    await send({ role: 'assistant', content: piece })
  }
  for (const [index, { id = `call_${index}`, name, input }] of calls.entries()) {
    const written = typeof input === 'string' ? input : JSON.stringify(input)
    await send({
      tool_calls: [{ index, id, type: 'function', function: { name, arguments: written } }],
    })
  }
  if (ending === 'silence') return
  if (ending === 'hang-up') {
    // The delay lets the text before it arrive before the connection is closed.
    setTimeout(() => response.destroy(), 20)
    return
  }
  await send({}, ending === 'length' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop')
  response.end('data: [DONE]\n\n')
}

async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
