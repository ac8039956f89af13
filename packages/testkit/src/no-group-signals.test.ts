import { expect, test } from 'vitest'

test.each([0, -1, Number.NaN])('a signal to process %s is refused', (pid) => {
  expect(() => process.kill(pid, 'SIGCONT')).toThrow(`There is no process ${pid}`)
})

test('a process that exists can be asked for', () => {
  expect(process.kill(process.pid, 0)).toBe(true)
})
