import { join } from 'node:path'

import { fine, note, problem } from './finding.mjs'
import { processState, readJson, readTail, startMark } from './reading.mjs'

const about = 'server'
const answerMs = 5000

/** @typedef {import('./finding.mjs').Finding} Finding */

/**
 * The process that locks the data directory, if it still runs.
 *
 * @param {string} dataDir
 * @returns {{ pid: number, state: 'running' | 'stopped' } | { pid: number, state: 'ended' } |
 *   undefined}
 */
export function lockHolder(dataDir) {
  const lock = readJson(join(dataDir, 'lock'))
  if (lock === undefined) return undefined
  const mark = startMark(lock.pid)
  const isSame = mark === undefined || mark === lock.startedAt
  return { pid: lock.pid, state: isSame ? processState(lock.pid) : 'ended' }
}

/**
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Finding[]>}
 */
export async function inspectServer(dataDir, env) {
  const holder = lockHolder(dataDir)
  const url = `http://${getHost(env)}:${env.BASALT_PORT || 4400}`
  if (holder === undefined)
    return [
      note(about, 'It does not run.', 'npm start'),
      ...(await port(url, env)),
      ...lastFatal(dataDir),
    ]
  const { pid, state } = holder
  if (state === 'ended') {
    return [
      note(
        about,
        `It ended without being stopped (process ${pid}).`,
        'The next start takes over its lock and its databases.',
      ),
      ...(await port(url, env)),
      ...lastFatal(dataDir),
    ]
  }
  if (state === 'stopped') {
    return [
      problem(
        about,
        `Its process ${pid} is stopped and answers nobody.`,
        `kill -CONT ${pid}, or kill -9 ${pid}: npm start starts it again. The databases keep running.`,
      ),
    ]
  }
  const answer = await ask(`${url}/api/health`)
  if (answer === 'silent') {
    return [
      problem(
        about,
        `Process ${pid} runs and does not answer at ${url}.`,
        `Wait, or kill -9 ${pid}: npm start starts it again. The databases keep running. (BASALT_PORT and BASALT_HOST say where to ask.)`,
      ),
      ...lastFatal(dataDir),
    ]
  }
  return [
    answer === 200
      ? fine(about, `Process ${pid} answers at ${url}.`)
      : note(
          about,
          `Process ${pid} runs; ${url} answers ${answer}.`,
          'It may be starting, or its database is not there.',
        ),
    ...lastFatal(dataDir),
  ]
}

/** @param {NodeJS.ProcessEnv} env */
function getHost(env) {
  const host = env.BASALT_HOST || '127.0.0.1'
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * @param {string} url
 * @returns {Promise<number | 'silent'>}
 */
async function ask(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
    return answer.status
  } catch {
    return 'silent'
  }
}

/**
 * @param {string} url
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Finding[]>}
 */
async function port(url, env) {
  if ((await ask(url)) === 'silent') return []
  return [
    problem(
      'port',
      `Another program answers at ${url}.`,
      `Stop it, or choose another port: BASALT_PORT=${Number(env.BASALT_PORT || 4400) + 1} npm start`,
    ),
  ]
}

/**
 * @param {string} dataDir
 * @returns {Finding[]}
 */
function lastFatal(dataDir) {
  const file = join(dataDir, 'logs', 'server.log')
  const lines = readTail(file)
    .split('\n')
    .filter((line) => line.includes('"level":60'))
  const last = lines.at(-1)
  if (last === undefined) return []
  try {
    const { time, msg, crashReport = [], err } = JSON.parse(last)
    const words = [msg, err?.message, ...crashReport.slice(-3)].filter(Boolean).join(' | ')
    return [
      note(
        'log',
        `Last fatal entry, ${new Date(time).toISOString()}: ${words}`,
        `${file} says more.`,
      ),
    ]
  } catch {
    return []
  }
}
