import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'basalt-life-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'process-life.ts'),
      outDir: directory,
      rolldownOptions: { output: { entryFileNames: 'process-life.mjs' } },
    },
  })
})
afterAll(() => rm(directory, { recursive: true }))

/** A server that runs until it is stopped, with the log in `said`. */
const beginning = () => `
  import { createServer } from 'node:http'
  import { giveUpStart, logCrash, stopOnSignals, Undo } from '${pathToFileURL(join(directory, 'process-life.mjs')).href}'
  createServer().listen(0)
  const logger = { fatal: (detail, message) => console.log(JSON.stringify({ ...detail, message })) }
  const undo = new Undo()
`

/** Runs a program in a separate process until it ends, for 20 s at most. */
async function run(
  program: string,
  onStart: (kill: (signal: NodeJS.Signals) => void) => void = () => {},
) {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', `${beginning()}${program}`],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000)
  child.stdout.once('data', () => onStart((signal) => void child.kill(signal)))
  const [said, shown, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  clearTimeout(late)
  return { said, shown, code: code as number | null, signal: signal as string | null }
}

describe('an unhandled error', () => {
  test.each([
    ['an exception', `setTimeout(() => { throw new Error('broken') })`],
    ['a rejection', `void Promise.reject(new Error('broken'))`],
    ['a rejection with a text', `void Promise.reject('broken')`],
  ])('is logged and ends the process: %s', async (_, program) => {
    const { said, shown, code } = await run(`logCrash(logger)\n${program}`)
    expect(code).toBe(1)
    expect(shown).toContain('broken')
    expect(said).toContain('broken')
    expect(said).toContain('unexpected error')
  })

  test.each([
    ['the log throws', `logCrash({ fatal() { throw new Error('disk') } })`, `new Error('broken')`],
    ['it has no text', `logCrash(logger)`, `{ toString() { throw new Error('none') } }`],
    ['it is nothing', `logCrash(logger)`, `null`],
    ['the terminal is closed', `logCrash(logger); process.stderr.destroy()`, `new Error('b')`],
  ])('ends the process also when %s', async (_, start, thrown) => {
    const { code } = await run(`${start}\nsetTimeout(() => { throw ${thrown} })`)
    expect(code).toBe(1)
  })

  test('of any size is logged briefly', async () => {
    const { said, code } = await run(
      `logCrash(logger)\nsetTimeout(() => { throw new Error('x'.repeat(2 ** 28)) })`,
    )
    expect(code).toBe(1)
    expect(said.length).toBeLessThan(40_000)
  })
})

describe('a process that is asked to stop', () => {
  const stopping = (step: string) => `
    undo.add(${step})
    stopOnSignals(undo, { stopMs: 300, logger })
    console.log('ready')
  `

  test('exits with 0 when everything is stopped', async () => {
    const { code, said } = await run(stopping('async () => {}'), (kill) => kill('SIGTERM'))
    expect([code, said]).toEqual([0, 'ready\n'])
  })

  test('exits after its timeout when a part does not stop, and logs it', async () => {
    const { code, said } = await run(stopping('() => new Promise(() => {})'), (kill) =>
      kill('SIGTERM'),
    )
    expect(code).toBe(1)
    expect(said).toContain('Stopping took longer than 0.3 s')
  })

  test('after a failed start exits after its timeout as well', async () => {
    const program = `undo.add(() => new Promise(() => {}))\nawait giveUpStart(undo, { stopMs: 300 })`
    expect((await run(program)).code).toBe(1)
  })

  test('exits after its timeout also when the log throws', async () => {
    const program = stopping('() => new Promise(() => {})').replace(
      'logger }',
      `logger: { fatal() { throw new Error('disk') } } }`,
    )
    expect((await run(program, (kill) => kill('SIGTERM'))).code).toBe(1)
  })
})
