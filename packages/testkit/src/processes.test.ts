import { expect, test } from 'vitest'

import { startProcess } from './processes.ts'

const node = (code: string) => [process.execPath, '-e', code] as const
const expectation = { ready: /^ready$/mu, timeoutMs: 10_000 }

test('a process that says it is ready is handed over, and stops when asked', async () => {
  const code =
    'process.on("SIGINT", () => process.exit(3)); setInterval(() => {}, 9); console.log("ready")'

  const started = await startProcess(node(code), {}, expectation)

  expect(started.output()).toBe('ready\n')
  expect(await started.stop()).toBe(3)
})

test('a process that ends early fails with what it said', async () => {
  const starting = startProcess(node('console.error("no room"); process.exit(2)'), {}, expectation)

  await expect(starting).rejects.toThrow(/ended with 2[\s\S]*no room/u)
})

test('a process that is never ready is ended', async () => {
  const starting = startProcess(
    node('setInterval(() => {}, 9)'),
    {},
    {
      ...expectation,
      timeoutMs: 300,
    },
  )

  await expect(starting).rejects.toThrow('was not ready within 300 ms')
})
