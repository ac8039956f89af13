import { createServer } from 'node:net'

import { afterEach, expect, test, vi } from 'vitest'

import { explain } from './dependencies.mjs'
import { requireSpace } from './disk-space.mjs'
import { Refusal, run } from './message.mjs'
import { freePort, requireFreePort } from './port.mjs'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test.for([
  ['npm error code ENOTFOUND', 'The package registry cannot be reached'],
  ['npm error network request failed, reason: connect ECONNREFUSED', 'cannot be reached'],
  [
    'npm error code ENOTCACHED\nnpm error request to an address failed: cache mode is only-if-cached',
    'cannot be reached',
  ],
  ['npm error code EAI_AGAIN', 'The first start needs the network'],
  ['npm error code ENOSPC', 'The disk is full'],
  ['npm error code EACCES\nnpm error syscall mkdir', 'permission denied'],
  ['npm error code ETARGET\nnpm error notarget No matching version', 'No matching version'],
])('npm\'s message "%s" is shown as "%s"', ([said, reported]) => {
  expect(explain(said ?? '')).toContain(reported)
})

test('a full disk is reported with the free and the required space', () => {
  const need = { megabytes: 2 ** 40, purpose: 'the databases' }

  expect(() => requireSpace('/absent/folder', need)).toThrow(
    /not enough disk space for the databases: \d+ MB are free .* 1099511627776 MB are needed/u,
  )
  expect(() => requireSpace('/', { ...need, megabytes: 0 })).not.toThrow()
})

test('a port in use is reported with a solution', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  vi.stubEnv('BASALT_PORT', String(port))

  await expect(requireFreePort()).rejects.toThrow(`BASALT_PORT=${port + 1} npm start`)
  await new Promise((resolve) => other.close(resolve))
  await expect(requireFreePort()).resolves.toBeUndefined()
})

test('a refusal prints no stack and exits with 1; a defect prints its stack', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  await run(() => {
    throw new Refusal('No room')
  })

  expect(print.mock.calls).toEqual([['\nNo room\n']])
  expect(process.exitCode).toBe(1)
  await expect(run(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
})
