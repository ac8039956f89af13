import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

import { quantile } from './statistics.mjs'

/** @typedef {import('../install/api.mjs').Caller} Caller */
/** @typedef {{ ref: string, connectionString: string }} Project */

/**
 * Keeps one run active for each caller for the duration.
 *
 * @param {readonly Caller[]} callers
 * @param {Project} project
 * @param {{ seconds: number, query: string }} work
 */
export const loadWithRuns = (callers, project, { seconds, query }) =>
  load(
    callers.map((caller) => ({ url: caller.url, request: getRequest(caller, project, query) })),
    { seconds, holds: '"type":"complete"' },
  )

/**
 * Keeps so many requests for a public path active.
 *
 * @param {string} url
 * @param {{ clients: number, seconds: number }} work
 */
export function loadPath(url, { clients, seconds }) {
  const { host, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`
  return load(
    Array.from({ length: clients }, () => ({ url, request })),
    { seconds, holds: '' },
  )
}

/**
 * Uses HTTP over plain sockets: on a small machine a client library would use as much time as the
 * server.
 *
 * @param {readonly { url: string, request: string }[]} clients
 * @param {{ seconds: number, holds: string }} work the text that a correct answer contains
 * @returns {Promise<{ perSecond: number, medianMs: number, p99Ms: number }>}
 */
async function load(clients, { seconds, holds }) {
  const begin = performance.now()
  const until = begin + seconds * 1000
  const times = await Promise.all(clients.map((client) => keepPolling(client, { until, holds })))
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
function getRequest(caller, { ref, connectionString }, query) {
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
 * @param {{ url: string, request: string }} client
 * @param {{ until: number, holds: string }} work
 * @returns {Promise<number[]>} milliseconds of each request
 */
function keepPolling({ url, request }, { until, holds }) {
  const { hostname, port } = new URL(url)
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
      if (!isRefused && !isWhole(answer)) return
      if (isRefused || !answer.includes(holds)) {
        reject(new Error(`A request was answered: ${answer}`))
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

/** @param {string} answer */
function isWhole(answer) {
  const [, length] = /\r\ncontent-length: (\d+)\r\n/iu.exec(answer) ?? []
  // An answer in chunks ends with an empty one.
  if (length === undefined) return answer.endsWith('0\r\n\r\n')
  return answer.length >= answer.indexOf('\r\n\r\n') + 4 + Number(length)
}
