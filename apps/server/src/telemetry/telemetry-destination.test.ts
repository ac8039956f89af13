import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { type TelemetryDestination, telemetryDestination } from './telemetry-destination.ts'

type Batch = { events: { event: string }[] }

let batches: string[][]
let answer: (response: ServerResponse) => void
let server: ReturnType<typeof createServer>
let url: string
let warnings: [Record<string, unknown>, string][]
let destination: TelemetryDestination

const log = {
  info: () => undefined,
  warn: (details: Record<string, unknown>, message: string) => warnings.push([details, message]),
  error: () => undefined,
}

beforeEach(async () => {
  batches = []
  warnings = []
  answer = (response) => response.end()
  server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      batches.push((JSON.parse(text) as Batch).events.map(({ event }) => event))
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in?key=hunter2`
})
afterEach(() => server.close())

const send = (...names: string[]) => {
  for (const event of names) {
    destination.send({ event, pathname: '/', anonymous_id: 'a', at: '2026-01-01T00:00:00.000Z' })
  }
}

test('events are batched and sent together, automatically', async () => {
  destination = telemetryDestination({ url, log })
  send('one', 'two')
  await Promise.all([destination.flush(), destination.flush()])
  expect(batches).toEqual([['one', 'two']])
  await destination.flush()
  expect(batches).toHaveLength(1)
})

test('a failed batch is sent again, and the log reports that without the key', async () => {
  answer = (response) => {
    response.statusCode = batches.length === 1 ? 503 : 200
    response.end()
  }
  destination = telemetryDestination({ url, log })
  send('one')
  await destination.flush()
  expect(batches).toEqual([['one']])
  await destination.flush()
  expect(batches).toEqual([['one'], ['one']])
  expect(warnings).toEqual([[{ status: 503 }, expect.stringContaining('rejected the events')]])
})

test('a redirect is not followed', async () => {
  answer = (response) => {
    response.writeHead(302, { location: url }).end()
  }
  destination = telemetryDestination({ url, log })
  send('one')
  await destination.flush()
  expect(batches).toHaveLength(1)
  expect(warnings).toEqual([
    [
      expect.objectContaining({ reason: expect.any(String) }),
      expect.stringContaining('unreachable'),
    ],
  ])
  expect(JSON.stringify(warnings)).not.toContain('hunter2')
})

test('while it is unavailable the oldest events are dropped, and closing does not wait for it', async () => {
  destination = telemetryDestination({ url, log, capacity: 2 })
  send('one', 'two', 'three')
  expect(warnings[0]?.[1]).toContain('was dropped')
  await destination.flush()
  expect(batches).toEqual([['two', 'three']])
})
