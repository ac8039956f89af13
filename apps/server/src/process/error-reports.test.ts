import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { fastest, waitFor } from '@basalt/testkit'
import { afterEach, expect, test } from 'vitest'

import {
  type ErrorReport,
  forwardedErrorReports,
  loggedErrorReports,
  withoutSecrets,
} from './error-reports.ts'

const report: ErrorReport = {
  id: 'r1',
  source: 'server',
  name: 'Error',
  message: 'It broke',
  path: '/platform/projects',
  at: '2026-01-01T00:00:00.000Z',
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function storedLog() {
  const lines: { detail: Record<string, unknown>; message: string }[] = []
  const write = (detail: Record<string, unknown>, message: string) =>
    void lines.push({ detail, message })
  return { lines, log: { info: write, warn: write, error: write } }
}

/** A service that receives reports, as an operator may run one. */
async function receiver(code = 200) {
  const taken: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      taken.push(JSON.parse(text))
      response.writeHead(code).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

test('without a destination a report is a line of the log and never leaves the machine', () => {
  const { lines, log } = storedLog()
  loggedErrorReports(log).report(report)
  expect(lines).toEqual([
    {
      detail: expect.objectContaining({ id: 'r1', reported: 'It broke' }) as object,
      message: 'An exception',
    },
  ])
})

test.each([
  [0.1, 1],
  [0.19, 1],
  [0.2, 0],
  [0.9, 0],
])(
  'SPEC.md section 8: “Error reporting is sampled at 20% by default”: drawn %d, forwarded %d',
  async (drawn, count) => {
    const { taken, url } = await receiver()
    const { lines, log } = storedLog()
    const reports = forwardedErrorReports({ url, log, random: () => drawn })
    reports.report(report)
    // Reports sampled by the dashboard are not sampled again.
    reports.report({ ...report, id: 'r2', source: 'dashboard' })
    await waitFor(() => taken.length === count + 1, { what: 'The reports' })
    expect(taken).toContainEqual({ ...report, id: 'r2', source: 'dashboard' })
    expect(lines.map(({ message }) => message)).toEqual(['An exception', 'An exception'])
  },
)

test('a failing destination costs a log line and delays no answer', async () => {
  const { url } = await receiver(500)
  const { lines, log } = storedLog()
  const send = (to: string) => forwardedErrorReports({ url: to, log, sampleRate: 1 }).report(report)
  send(url)
  send('http://127.0.0.1:1/')
  await waitFor(() => lines.length === 4, { what: 'A line for each' })
  expect(lines.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'An error report was rejected',
      'An error report could not be forwarded',
    ]),
  )
})

test.each([
  ['postgres://olga:hunter2@db:5432/shop failed', 'postgres://…@db:5432/shop failed'],
  ['GET https://a.test/b?c=d#e failed', 'GET https://a.test/b failed'],
  ['at /join?token=abc', 'at /join'],
  ['sent Bearer abcdefgh12345', 'sent Bearer …'],
  ['{"password":"hunter2","a":1}', '{"password":"…","a":1}'],
  ['eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', '…'],
  ['mail to olga@example.test', 'mail to …@…'],
  ['column "name" does not exist', 'column "name" does not exist'],
])('secrets are removed from texts: %s', (text, clean) => {
  expect(withoutSecrets(text)).toBe(clean)
})

test('cleaning a text takes time in proportion to its length', () => {
  const of = (times: number) =>
    fastest(() => {
      for (const part of ['a', '/', 'a.', '://', 'token=']) withoutSecrets(part.repeat(times))
    })
  // Sixteen times the text: a quadratic expression would need 256 times as long.
  expect(of(16_000)).toBeLessThan(100 * of(1000))
})
