import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { RestartPause } from './restart-pause.mjs'
import { watchdogSeconds } from './supervise.mjs'

const here = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href)

let folder: string
let supervisor: ChildProcess | undefined
let output = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-supervise-'))
  mkdirSync(join(folder, 'logs'))
  output = ''
})
afterEach(() => {
  supervisor?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A program that reports its process id and that it is ready, then executes the text. What it must
 * have done before a signal comes is `first`: the test sends one as soon as it reads the report.
 */
const program = (then: string, first = '') => `
  import { startHeartbeat, notifyReady } from ${here('heartbeat.mjs')}
  ${first}
  startHeartbeat()
  setInterval(() => {}, 1000)
  notifyReady({ dataDir: ${JSON.stringify(folder)} })
  console.log('ready ' + process.pid)
  ${then}`

/** Runs a program under the supervisor; a tick is 100 ms, so silence of 2 s is the end. */
function supervise(text: string, pause = { firstMs: 50, maxMs: 400 }): ChildProcess {
  const script = join(folder, 'program.mjs')
  writeFileSync(script, text)
  const settings = { ...pause, tickMs: 100, watchdogSeconds: 20 }
  const command = join(folder, 'command.mjs')
  writeFileSync(
    command,
    `import { supervise } from ${here('supervise.mjs')}
    process.exit(await supervise(${JSON.stringify(script)}, ${JSON.stringify(settings)}))`,
  )
  const started = spawn(process.execPath, [command], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  supervisor = started
  return started
}

const pids = () => [...output.matchAll(/^ready (\d+)$/gmu)].map(([, pid]) => Number(pid))
const untilStarts = (count: number) =>
  expect.poll(() => pids().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function ended(child: ChildProcess) {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return code ?? signal
}

// Processes take their time on a loaded machine.
vi.setConfig({ testTimeout: 30_000 })

describe('a program that exits unexpectedly', () => {
  test('is restarted with growing pauses, and the log has the reason', async () => {
    supervise(program(`console.error('out of luck'); process.exitCode = 3; process.exit()`))
    await untilStarts(4)
    const lines = readFileSync(join(folder, 'logs', 'server.log'), 'utf8')
      .trim()
      .split('\n')
    const records = lines.map((line) => JSON.parse(line) as { msg: string; crashReport: string[] })
    expect(records[0]?.crashReport).toContain('out of luck')
    expect(records.slice(0, 3).map(({ msg }) => msg)).toEqual(
      [0.05, 0.1, 0.2].map(
        (pause) =>
          `The server ended unexpectedly (code 3). The databases keep running; it is started again in ${pause} s.`,
      ),
    )
    expect(output).toContain('out of luck')
  })

  test('is restarted when it was killed', async () => {
    supervise(program(''))
    await untilStarts(1)
    process.kill(pids()[0] ?? 0, 'SIGKILL')
    await untilStarts(2)
    expect(output).toContain('(SIGKILL)')
  })

  test('is not restarted when its first start exits with a reason', async () => {
    const child = supervise(`console.error('Port 1 is taken'); process.exit(1)`)
    expect(await ended(child)).toBe(1)
    expect(output.trim()).toBe('Port 1 is taken')
  })
})

describe('a program that does not answer', () => {
  test('is replaced when it is blocked', async () => {
    supervise(program(`setTimeout(() => { for (;;); }, 200)`))
    await untilStarts(2)
    expect(isAlive(pids()[0] ?? 0)).toBe(false)
    expect(output).toContain('did not answer for 20 s and was killed')
  })

  test('is not replaced when the supervisor itself was stopped for a while', async () => {
    const child = supervise(program(''))
    await untilStarts(1)
    child.kill('SIGSTOP')
    await new Promise((resolve) => setTimeout(resolve, 2500))
    child.kill('SIGCONT')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(pids()).toHaveLength(1)
    expect(output).not.toContain('did not answer')
  })
})

describe('signals', () => {
  const counting = `
    let count = 0
    process.on('SIGINT', () => { console.log('asked ' + ++count); if (count > 1) process.exit(130) })
    process.on('SIGTERM', () => process.exit(7))`

  test('reach the program once, and its exit code is the supervisor’s', async () => {
    const child = supervise(program('', counting))
    await untilStarts(1)
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(7)
    expect(pids()).toHaveLength(1)
  })

  test('a second one reaches it too', async () => {
    const child = supervise(program('', counting))
    await untilStarts(1)
    child.kill('SIGINT')
    await expect.poll(() => output).toContain('asked 1')
    child.kill('SIGINT')
    expect(await ended(child)).toBe(130)
  })

  test('between two starts end the supervisor, which reports that the databases continue', async () => {
    const pause = { firstMs: 60_000, maxMs: 60_000 }
    const child = supervise(program('process.exitCode = 3; process.exit()'), pause)
    await expect.poll(() => output).toContain('again in 60 s')
    child.kill('SIGINT')
    expect(await ended(child)).toBe(130)
  })

  test('a killed supervisor ends the program too', async () => {
    const child = supervise(program(''))
    await untilStarts(1)
    child.kill('SIGKILL')
    // The program keeps its output open as long as it runs.
    await once(child, 'close')
    expect(pids()).toHaveLength(1)
  })
})

test('pauses double up to the longest, and are reset after a good run', () => {
  const provenAfterMs = 60_000
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 120_000 })), (runs) => {
      const pause = new RestartPause({ firstMs: 500, maxMs: 30_000, provenAfterMs })
      let expected = 500
      for (const ranMs of runs) {
        if (ranMs >= provenAfterMs) expected = 500
        expect(pause.next(ranMs)).toBe(expected)
        expected = Math.min(expected * 2, 30_000)
      }
    }),
  )
})

test('the watchdog’s deadline is a setting', () => {
  const read = (value: string) => {
    vi.stubEnv('BASALT_WATCHDOG_SECONDS', value)
    return watchdogSeconds()
  }
  expect([read(''), read('0'), read(' 90 ')]).toEqual([30, 0, 90])
  expect(() => read('soon')).toThrow('BASALT_WATCHDOG_SECONDS must be a whole number')
  vi.unstubAllEnvs()
})
