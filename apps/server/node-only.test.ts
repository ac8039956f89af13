import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { withoutUnused } from './node-only.ts'

const { resolve } = createRequire(import.meta.url)
const changed = (module: string) => {
  const file = resolve(module)
  return withoutUnused(readFileSync(file, 'utf8'), file)
}

test('the PostgreSQL driver does not detect Cloudflare', () => {
  const { getStream } = evaluated(changed('pg/lib/stream.js'))

  expect(getStream).toBeTypeOf('function')
  expect(() => evaluated(readFileSync(resolve('pg/lib/stream.js'), 'utf8'))).toThrow('Response')
})

test('HTTP/2 and schema compilers are not bundled', () => {
  expect(changed('fastify/lib/server.js')).not.toContain("'node:http2'")
  expect(changed('fastify/lib/schema-controller.js')).not.toContain("'@fastify/")
})

test('the job queue searches no settings file', () => {
  expect(changed('graphile-worker')).toBe(null)
  const config = resolve('graphile-worker').replace('index.js', 'config.js')
  expect(withoutUnused(readFileSync(config, 'utf8'), config)).not.toContain(
    'require("cosmiconfig")',
  )
})

test('other modules are unchanged', () => {
  expect(changed('fastify/lib/reply.js')).toBe(null)
})

test('a library with changed code fails the build', () => {
  expect(() =>
    withoutUnused('const http2 = load()', '/node_modules/fastify/lib/server.js'),
  ).toThrow('no longer says')
})

/** The exports of a module where `Response` throws on construction. */
function evaluated(code: string | null): Record<string, unknown> {
  const module = { exports: {} }
  const refuse = () => {
    throw new Error('Response')
  }
  runInNewContext(code ?? '', { module, Response: new Proxy(Object, { construct: refuse }) })
  return module.exports
}
