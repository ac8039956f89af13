import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'

import { type EmitLine, sendStream } from './stream.ts'

const app = () => Fastify({ forceCloseConnections: true })
let server = app()

afterEach(async () => {
  await server.close()
  server = app()
})

/** The chunks that a client receives until the answer ends or breaks off. */
async function received(produce: (emit: EmitLine<never>) => Promise<void>) {
  server.get('/', (_, reply) => sendStream(reply, produce))
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: false }, resolve).once('error', reject)
  })
  const pieces: string[] = []
  try {
    for await (const piece of answer.setEncoding('utf8')) pieces.push(String(piece))
  } catch {
    pieces.push('broken off')
  }
  return pieces
}

/** The contract distinguishes lines by their type; here a number does. */
const line = (number: number) => number as never

test('a delayed line is sent with the next one, in order', async () => {
  const pieces = await received(async (emit) => {
    await emit(line(1), 'with-next')
    await emit(line(2), 'with-next')
    await emit(line(3))
    await setTimeout(50)
    await emit(line(4))
  })
  expect(pieces).toEqual(['1\n2\n3\n', '4\n'])
})

test('a delayed line is sent alone when none follows soon, and at the end', async () => {
  const pieces = await received(async (emit) => {
    await emit(line(1), 'with-next')
    await setTimeout(100)
    await emit(line(2), 'with-next')
  })
  expect(pieces).toEqual(['1\n', '2\n'])
})

test('lines before a failure are sent, and the answer is incomplete', async () => {
  const pieces = await received(async (emit) => {
    await emit(line(1), 'with-next')
    throw new Error('lost')
  })
  expect(pieces).toEqual(['1\n', 'broken off'])
})

test('a short complete answer is one chunk with its length', async () => {
  server.get('/', (_, reply) =>
    sendStream(reply, async (emit) => {
      await emit('Größe' as never, 'with-next')
      await emit(line(2))
    }),
  )
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const answer = await fetch(url)
  expect(answer.headers.get('content-length')).toBe('12')
  expect(answer.headers.get('transfer-encoding')).toBeNull()
  expect(await answer.text()).toBe('"Größe"\n2\n')
})
