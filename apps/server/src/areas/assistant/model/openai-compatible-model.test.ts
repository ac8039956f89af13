import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { freePort, type ModelServer, startModelServer, waitFor } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ModelMessage, ModelPart, ModelQuestion } from '../../../model/language-model.ts'
import { openAiCompatibleModel } from './openai-compatible-model.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer('the-key')
})
afterAll(() => server.close())

const tools = [{ name: 'look', description: 'Looks', parameters: { type: 'object' } }]
const question: ModelQuestion = {
  system: 'You help',
  messages: [{ role: 'user', text: 'Why?' }],
  tools,
  maxTokens: 64,
}

type Options = Partial<Parameters<typeof openAiCompatibleModel>[0]>

const modelAt = (change: Options = {}) =>
  openAiCompatibleModel({
    baseUrl: server.url,
    name: 'scripted',
    apiKey: 'the-key',
    quietMs: 10_000,
    ...change,
  })

async function ask(
  change: Options = {},
  {
    signal = new AbortController().signal,
    ...more
  }: Partial<ModelQuestion> & {
    signal?: AbortSignal
  } = {},
): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of modelAt(change).answer({ ...question, ...more }, signal)) {
    parts.push(part)
  }
  return parts
}

const texts = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'text' ? part.text : []))

describe('a model with chat completions', () => {
  test('streams its answer, and gets the question unchanged', async () => {
    server.say({ text: ['Because', ' so.'] })
    expect(await ask()).toEqual([
      { type: 'text', text: 'Because' },
      { type: 'text', text: ' so.' },
      { type: 'end', isCut: false },
    ])
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer the-key' },
      body: {
        model: 'scripted',
        max_tokens: 64,
        messages: [
          { role: 'system', content: 'You help' },
          { role: 'user', content: 'Why?' },
        ],
        tools: [{ function: { name: 'look' } }],
      },
    })
  })

  test('returns its tool calls, also unknown ones and invalid JSON', async () => {
    server.say({
      calls: [
        { name: 'look', input: { at: 'tables' } },
        { name: 'drop', input: {} },
        { name: 'look', input: '{"at": ' },
      ],
    })
    expect(await ask()).toMatchObject([
      { type: 'call', name: 'look', input: { at: 'tables' } },
      { type: 'call', name: 'drop' },
      { type: 'call', name: 'look' },
      { type: 'end' },
    ])
  })

  test('reports that it reached its limit', async () => {
    server.say({ text: 'Much', ending: 'length' })
    expect((await ask()).at(-1)).toEqual({ type: 'end', isCut: true })
  })

  test('gets calls and their results of earlier messages', async () => {
    const call = { id: 'call00001', name: 'look', input: { at: 'tables' } }
    const messages: ModelMessage[] = [
      { role: 'user', text: 'Why?' },
      { role: 'assistant', text: 'Let me see', calls: [call] },
      { role: 'results', results: [{ call, text: 'Nothing there' }] },
    ]
    server.say({ text: 'So.' })
    await ask({}, { messages })
    expect(server.requests[0]?.body.messages).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      {
        role: 'assistant',
        content: 'Let me see',
        tool_calls: [{ id: 'call00001', function: { name: 'look', arguments: '{"at":"tables"}' } }],
      },
      { role: 'tool', tool_call_id: 'call00001', content: 'Nothing there' },
    ])
  })

  test('may have a password in its address, which no message contains', async () => {
    const baseUrl = server.url.replace('http://', 'http://me:s3cret%2F@')
    server.say()
    const failure = ask({ baseUrl, apiKey: null })
    await expect(failure).rejects.toThrow(`${server.host} rejected the API key`)
    const login = Buffer.from('me:s3cret/').toString('base64')
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${login}`)
    expect(modelAt({ baseUrl }).host).toBe(server.host)
  })
})

describe('a failure has a message for users', () => {
  test('for a refused key, without the key that the server repeats', async () => {
    server.say()
    const failure = await ask({ apiKey: 'sk-wrong' }).catch(String)
    expect(failure).toContain(
      `${server.host} rejected the API key. Ask your administrator to set BASALT_AI_API_KEY`,
    )
    expect(failure).not.toContain('sk-wrong')
  })

  test('for an unreachable server', async () => {
    const port = await freePort()
    await expect(ask({ baseUrl: `http://127.0.0.1:${port}/v1` })).rejects.toThrow(
      `The model server at 127.0.0.1:${port} is unreachable (ECONNREFUSED). Ask your administrator to check the server and BASALT_AI_BASE_URL.`,
    )
  })

  test.each([
    [{ status: 404, message: 'model not found' }, 'has no model “scripted” at this URL'],
    [{ status: 400, message: "This model's maximum context length is 8192" }, 'chat is too long'],
    [{ status: 413, message: 'Too large' }, 'Start a new chat'],
    [{ status: 402, message: 'Insufficient\n balance' }, 'failed: Insufficient balance'],
    [{ status: 400, message: 'x'.repeat(400) }, `failed: ${'x'.repeat(300)}…`],
    [{ status: 422, message: 'the-key is odd' }, 'failed: … is odd'],
  ])('for an answer %o', async (reply, sentence) => {
    server.say(reply)
    await expect(ask()).rejects.toThrow(sentence)
  })

  test('for a busy model, after a second try', async () => {
    const busy = { status: 429, message: 'Slow down' }
    server.say(busy, busy, { text: 'Never heard' })
    await expect(ask()).rejects.toThrow('is busy, or the limit of its account is reached')
    expect(server.requests).toHaveLength(2)
  })

  test('for a web page instead of an answer, as a wrong address returns it', async () => {
    const page = createServer((_, response) => response.end('<h1>It works</h1>'))
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const { port } = page.address() as AddressInfo
    await expect(ask({ baseUrl: `http://127.0.0.1:${port}` })).rejects.toThrow(
      `The response of 127.0.0.1:${port} is not valid. Ask your administrator to check BASALT_AI_BASE_URL`,
    )
    page.close()
  })

  test('for a truncated line, after the text before it', async () => {
    server.say({ text: 'Half of', ending: 'hang-up' })
    const heard: ModelPart[] = []
    const listening = async () => {
      const { signal } = new AbortController()
      for await (const part of modelAt().answer(question, signal)) heard.push(part)
    }
    await expect(listening()).rejects.toThrow(
      'The connection to the model was lost before the answer was complete. Ask again.',
    )
    expect(texts(heard)).toEqual(['Half of'])
  })

  test('for a model that is silent too long; its request is aborted', async () => {
    server.say({ text: 'Well', ending: 'silence' })
    await expect(ask({ quietMs: 300 })).rejects.toThrow('sent nothing for 1 seconds')
    await waitFor(async () => server.requests[0]?.isGivenUp || undefined, {
      what: 'The request is ended',
    })
    expect(server.requests).toHaveLength(1)
  })
})

test('a model without tool support is called without tools, with their results as text', async () => {
  const call = { id: 'call00001', name: 'look', input: { at: 'tables' } }
  const messages: ModelMessage[] = [
    { role: 'user', text: 'Why?' },
    { role: 'assistant', text: 'Let me see', calls: [call] },
    { role: 'results', results: [{ call, text: 'Nothing there' }] },
  ]
  server.say({ status: 400, message: 'gemma does not support tools' }, { text: 'So.' })
  expect(texts(await ask({}, { messages }))).toEqual(['So.'])
  const [, second] = server.requests
  expect(second?.body.tools).toBeUndefined()
  expect(second?.body.messages).toMatchObject([
    { role: 'system', content: expect.stringContaining('You have no tools in this chat') },
    { role: 'user' },
    { role: 'assistant', content: 'Let me see\n\nlook {"at":"tables"}' },
    { role: 'user', content: 'Result of look:\nNothing there' },
  ])
})

test('a reader that stops aborts the request', async () => {
  server.say({ text: 'Well', ending: 'silence' })
  const stop = new AbortController()
  const request = ask({}, { signal: stop.signal }).catch(() => 'ended')
  await waitFor(async () => server.requests[0], { what: 'The model is called' })
  stop.abort()
  expect(await request).toBe('ended')
  const ended = await waitFor(async () => server.requests[0]?.isGivenUp || undefined, {
    what: 'The request is ended',
  })
  expect(ended).toBe(true)
})
