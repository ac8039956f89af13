import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const built = pathToFileURL(join(import.meta.dirname, '..', 'apps', 'server', 'dist', 'main.js'))

/** Loads the built server without starting it and prints the loaded modules. */
const loading = `
  const made = []
  for (const name of ['NumberFormat', 'DateTimeFormat', 'DisplayNames', 'Segmenter', 'Collator']) {
    Intl[name] = new Proxy(Intl[name], {
      construct: (known, args) => (made.push(name), Reflect.construct(known, args)),
    })
  }
  await import(${JSON.stringify(built.href)})
  console.log(JSON.stringify({ made, modules: process.moduleLoadList }))
`

test('the server loads the modules it needs, and nothing large in advance', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    loading,
  ])
  const { made: created, modules } = JSON.parse(stdout) as { made: string[]; modules: string[] }
  const inNode = (name: string) => modules.some((module) => module.endsWith(` ${name}`))

  expect(created).toEqual([])
  expect(inNode('http')).toBe(true)
  expect(inNode('http2')).toBe(false)
  expect(inNode('cluster')).toBe(false)
  expect(inNode('internal/deps/undici/undici')).toBe(false)
})

test('the program that parses scripts is found next to the server, and ends with it', async () => {
  const program = fork(fileURLToPath(new URL('grammar-process.js', built)), { env: {} })
  program.send({ id: 7, script: 'drop table orders' })
  const [answer] = (await once(program, 'message')) as unknown[]
  expect(answer).toMatchObject({
    id: 7,
    result: { statements: [{ kind: 'DROP TABLE', warnings: [{ subject: 'table orders' }] }] },
  })

  // A killed server closes the channel.
  program.disconnect()
  expect(await once(program, 'exit')).toEqual([0, null])
})
