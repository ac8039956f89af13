import { expect, test } from 'vitest'

import { startProcess } from './processes.ts'

const node = (code: string) => [process.execPath, '-e', code] as const
const expectation = { ready: /^ready$/mu, timeoutMs: 10_000 }

test('a process that reports that it is ready is returned, and stops on request', async () => {
  const code =
    'process.on("SIGINT", () => process.exit(3)); setInterval(() => {}, 9); console.log("ready")'

  const started = await startProcess(node(code), {}, expectation)

  expect(started.output()).toBe('ready\n')
  expect(await started.stop()).toBe(3)
})

test('a process that exits early fails with its output', async () => {
  const starting = startProcess(node('console.error("no room"); process.exit(2)'), {}, expectation)

  await expect(starting).rejects.toThrow(/ended with 2[\s\S]*no room/u)
})

test('a process that is never ready is terminated', async () => {
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
