import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from 'vitest'

import { isAlive, startMark, startTime } from './process-identity.ts'

test('a process is alive until it ends', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const pid = child.pid ?? 0
  expect(isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(false)
})

test.each([0, -1, Number.NaN])('no process has the number %s', (pid) => {
  expect(isAlive(pid)).toBe(false)
})

test('its start time is constant, and differs from that of other processes', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const mark = await startMark(child.pid ?? 0)
  expect(await startMark(child.pid ?? 0)).toBe(mark)
  expect(await startMark(process.pid)).not.toBe(mark)
  child.kill('SIGKILL')
})

test.skipIf(process.platform === 'win32')('ps reports the start time as well', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const started = Date.now()
  expect(Math.abs(((await startTime(child.pid ?? 0)) ?? 0) - started)).toBeLessThan(5000)
  expect(await startTime(2 ** 22 + 1)).toBeUndefined()
  child.kill('SIGKILL')
})
