import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

import { fail } from './message.mjs'
import { RestartPause } from './restart-pause.mjs'

/**
 * @typedef {{
 *   firstMs: number,
 *   maxMs: number,
 *   provenAfterMs: number,
 *   watchdogSeconds: number,
 *   tickMs: number,
 * }} Settings
 *
 * Pauses between restarts; after how many silent ticks the program is replaced, 0 for never.
 */

/** @type {Settings} */
const defaultSettings = {
  firstMs: 500,
  maxMs: 30_000,
  provenAfterMs: 60_000,
  watchdogSeconds: 30,
  tickMs: 1000,
}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const retainedBytes = 4000
/**
 * Settings of glibc's malloc (mallopt(3)), ignored elsewhere: freed large buffers are returned to
 * the system. By default glibc keeps them for reuse after the first ones.
 */
const memoryIsReturned = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
/** A program of the server's that outlives it for a moment may hold the stream open. */
const crashReportMs = 500

/** Seconds without an answer after which the server is replaced, from the environment. */
export function watchdogSeconds() {
  const text =
    process.env.BASALT_WATCHDOG_SECONDS?.trim() || String(defaultSettings.watchdogSeconds)
  const seconds = Number(text)
  if (!/^\d{1,6}$/u.test(text)) {
    fail(
      `BASALT_WATCHDOG_SECONDS must be a whole number of seconds, or 0 for never, not "${text}".`,
    )
  }
  // A process that is paused at a breakpoint must not be replaced.
  return process.execArgv.some((flag) => flag.startsWith('--inspect')) ? 0 : seconds
}

/**
 * Runs a Node script as a child, with this process's flags, and starts it again when it ends
 * unexpectedly or no longer answers. Signals are passed on. A first start that exits with a code
 * has printed its reason and is not retried.
 *
 * @param {string} script sends `alive` and `ready`, see heartbeat.mjs
 * @param {Partial<Settings>} [settings]
 * @returns {Promise<number>} the exit code of the child
 */
export function supervise(script, settings = {}) {
  return new Supervision(script, { ...defaultSettings, ...settings }).run()
}

class Supervision {
  #script
  #settings
  #pause
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child
  #isStopping = false
  #wasReady = false
  /** @type {string | undefined} */
  #logFile
  #startedAt = 0
  #silentTicks = 0
  #isReplaced = false
  #crashReport = ''
  /** @type {(code: number) => void} */
  #end = () => {}

  /**
   * @param {string} script
   * @param {Settings} settings
   */
  constructor(script, settings) {
    this.#script = script
    this.#settings = settings
    this.#pause = new RestartPause(settings)
  }

  /** @returns {Promise<number>} */
  run() {
    return new Promise((resolve) => {
      const ticking = setInterval(() => this.#tick(), this.#settings.tickMs)
      this.#end = (code) => {
        clearInterval(ticking)
        resolve(code)
      }
      // A closed terminal must not end the supervisor before the server.
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
      for (const signal of signals) process.on(signal, () => this.#pass(signal))
      this.#start()
    })
  }

  #start() {
    this.#startedAt = Date.now()
    this.#silentTicks = 0
    this.#isReplaced = false
    this.#crashReport = ''
    const child = spawn(process.execPath, [...process.execArgv, this.#script], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      // A separate session: Ctrl-C reaches only this process, which passes it on once.
      detached: true,
      env: { ...memoryIsReturned, ...process.env },
    })
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      process.stderr.write(text)
      this.#crashReport = (this.#crashReport + text).slice(-retainedBytes)
    })
    child.on('message', (/** @type {any} */ message) => this.#hear(message))
    child.once('error', (error) => {
      this.#say(`The server could not be started: ${error.message}`)
      if (child.pid === undefined) this.#end(127)
    })
    child.once('exit', (code, signal) => {
      const ended = () => {
        clearTimeout(timeout)
        child.off('close', ended)
        this.#ended(code, signal)
      }
      // Its last output is read first.
      const timeout = setTimeout(ended, crashReportMs)
      child.once('close', ended)
    })
  }

  /** @param {{ type: string, dataDir?: string }} message */
  #hear(message) {
    this.#silentTicks = 0
    if (message.type !== 'ready') return
    this.#wasReady = true
    this.#logFile = join(message.dataDir ?? '', 'logs', 'server.log')
  }

  /**
   * Ticks are counted instead of time, so that the server is not replaced after the machine slept
   * or the supervisor was stopped.
   */
  #tick() {
    const { watchdogSeconds: timeout } = this.#settings
    if (timeout === 0 || this.#child === undefined || this.#isReplaced) return
    this.#silentTicks += 1
    if (this.#silentTicks <= timeout) return
    this.#isReplaced = true
    this.#child.kill('SIGKILL')
  }

  /** @param {NodeJS.Signals} signal */
  #pass(signal) {
    this.#isStopping = true
    if (this.#child === undefined) {
      this.#say('The server was not running. The databases go on: start and stop it to stop them.')
      this.#end(getCode(signal))
      return
    }
    this.#child.kill(signal)
  }

  /**
   * @param {number | null} code
   * @param {NodeJS.Signals | null} signal
   */
  #ended(code, signal) {
    this.#child = undefined
    // Stopped by a signal to this process or to the server itself: 130 is the code after a second
    // one.
    const isStopped = this.#isStopping || code === 0 || code === 130
    const isRefused = !this.#wasReady && code !== null
    if (isStopped || isRefused) {
      this.#end(code ?? getCode(signal))
      return
    }
    const pauseMs = this.#pause.next(Date.now() - this.#startedAt)
    const why = this.#isReplaced
      ? `did not answer for ${this.#settings.watchdogSeconds} s and was killed`
      : `ended unexpectedly (${signal ?? `code ${code}`})`
    this.#say(
      `The server ${why}. The databases keep running; it is started again in ${pauseMs / 1000} s.`,
    )
    setTimeout(() => {
      if (!this.#isStopping) this.#start()
    }, pauseMs)
  }

  /** @param {string} text for the terminal and, once its place is known, for the log */
  #say(text) {
    process.stderr.write(`${text}\n`)
    if (this.#logFile === undefined) return
    const crashReport = this.#crashReport.trim().split('\n').slice(-20)
    const line = { level: 60, time: Date.now(), pid: process.pid, crashReport, msg: text }
    try {
      appendFileSync(this.#logFile, `${JSON.stringify(line)}\n`, { mode: 0o600 })
    } catch {
      // A full disk: the terminal has the line.
    }
  }
}

/** @param {NodeJS.Signals | null} signal */
const getCode = (signal) => 128 + (signal === null ? 0 : constants.signals[signal])
