import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

import { quantile } from './statistics.mjs'

/** @typedef {import('../install/api.mjs').Caller} Caller */
/** @typedef {{ ref: string, connectionString: string }} Project */

/**
 * Keeps one run in flight for each caller until the time is over. It speaks HTTP over plain
 * sockets: on a small machine a client library would take as much time as the server.
 *
 * @param {readonly Caller[]} callers
 * @param {Project} project
 * @param {{ seconds: number, query: string }} work
 * @returns {Promise<{ perSecond: number, medianMs: number, p99Ms: number }>}
 */
export async function loadWithRuns(callers, project, { seconds, query }) {
  const until = performance.now() + seconds * 1000
  const begin = performance.now()
  const times = await Promise.all(
    callers.map((caller) => keepRunning(requestOf(caller, project, query), { caller, until })),
  )
  const all = times.flat()
  return {
    perSecond: all.length / ((performance.now() - begin) / 1000),
    medianMs: quantile(all, 0.5),
    p99Ms: quantile(all, 0.99),
  }
}

/**
 * @param {Caller} caller
 * @param {Project} project
 * @param {string} query
 */
function requestOf(caller, { ref, connectionString }, query) {
  const body = JSON.stringify({ query })
  const headers = {
    host: new URL(caller.url).host,
    origin: caller.url,
    cookie: [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...caller.headers,
    'x-connection-encrypted': connectionString,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /platform/pg-meta/${ref}/query HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/**
 * @param {string} request
 * @param {{ caller: Caller, until: number }} where
 * @returns {Promise<number[]>} milliseconds of each run
 */
function keepRunning(request, { caller, until }) {
  const { hostname, port } = new URL(caller.url)
  return new Promise((resolve, reject) => {
    /** @type {number[]} */
    const times = []
    const socket = connect(Number(port), hostname)
    let answer = ''
    let begin = performance.now()
    const send = () => {
      answer = ''
      begin = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true).setEncoding('latin1')
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed a connection')))
    socket.on('data', (text) => {
      answer += text
      const isRefused = !answer.startsWith('HTTP/1.1 200')
      // An answer in chunks ends with an empty one.
      if (!isRefused && !answer.endsWith('0\r\n\r\n')) return
      if (isRefused || !answer.includes('"type":"complete"')) {
        reject(new Error(`A run was answered: ${answer}`))
        socket.destroy()
        return
      }
      times.push(performance.now() - begin)
      if (performance.now() < until) send()
      else {
        resolve(times)
        socket.destroy()
      }
    })
  })
}
