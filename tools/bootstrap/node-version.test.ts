import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { inCheckout } from './checkout.mjs'
import { isSupported } from './node-version.mjs'

test.for(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0', '30.0.0'])('%s runs', (version) => {
  expect(isSupported(version)).toBe(true)
})

test.for(['14.21.3', '18.20.0', '20.18.3', '21.7.0', '22.11.0'])('%s does not', (version) => {
  expect(isSupported(version)).toBe(false)
})

test.for(['start', 'dev', 'demo', 'test', 'test-node', 'check', 'bench'])(
  'npm run %s on an old Node prints the requirement and does nothing',
  async (command) => {
    const script = `Object.defineProperty(process, 'versions', { value: { node: '14.21.3' } })
      import(${JSON.stringify(inCheckout('tools', `${command}.mjs`))})`
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])

    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('needs Node 20.19 or later'),
    })
  },
)
