import { spawn, type SpawnOptions } from 'node:child_process'

export type Started = {
  pid: number
  /** Everything that was printed so far, on both streams. */
  output(): string
  /** Settles with the exit code, or the name of the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** Sends the signal, and waits until the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

type Expectation = {
  /** Matches the output once the process is ready for use. */
  ready: RegExp
  timeoutMs: number
}

/**
 * Starts a program and waits until its output shows that it is ready.
 *
 * @throws Error with the output when it exits, or takes too long, before that.
 */
export async function startProcess(
  command: readonly [string, ...string[]],
  options: SpawnOptions,
  { ready, timeoutMs }: Expectation,
): Promise<Started> {
  const [program, ...args] = command
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0))
    child.once('error', () => resolve(127))
  })
  const said = new Promise<'ready'>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (ready.test(output)) resolve('ready')
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
  })
  const stop = (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal)
    return ended
  }

  const late = after(timeoutMs)
  const first = await Promise.race([said, ended, late.elapsed])
  late.cancel()
  if (first !== 'ready') {
    child.kill('SIGKILL')
    const why = first === 'late' ? `was not ready within ${timeoutMs} ms` : `ended with ${first}`
    throw new Error(`${command.join(' ')} ${why}. It said:\n${output}`)
  }
  return { pid: child.pid ?? 0, output: () => output, ended, stop }
}

function after(ms: number) {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
  })
  return { elapsed, cancel: () => clearTimeout(timer) }
}
