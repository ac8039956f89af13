import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import { root } from '../bootstrap/checkout.mjs'
import { freePort } from '../bootstrap/port.mjs'

/** Node's flags of `npm start` in package.json; docs/decisions/012 has the reason. */
const npmStartFlags = ['--max-semi-space-size=4']

/** An empty data directory that the user of the databases may enter, with a short path. */
export function temporaryDataDirectory() {
  const path = mkdtempSync(join(tmpdir(), 'bs-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * The supervised process of the server, which locks the data directory.
 *
 * @param {string} dataDirectory
 * @returns {number}
 */
const serverPid = (dataDirectory) =>
  JSON.parse(readFileSync(join(dataDirectory, 'lock'), 'utf8')).pid

/**
 * Starts the install as `npm start` does, in a separate process.
 *
 * @param {string} dataDirectory
 * @param {{ checkout?: string, env?: Record<string, string>, node?: string }} [options] another
 *   checkout than this one, more settings, and another Node than the one that runs this
 */
export async function startInstall(dataDirectory, options = {}) {
  const { checkout = root, env = {}, node = process.execPath } = options
  const port = await freePort()
  const begin = performance.now()
  const program = join(checkout, 'tools', 'start.mjs')
  const child = spawn(node, [...npmStartFlags, program], {
    cwd: checkout,
    env: {
      ...process.env,
      ...env,
      BASALT_DATA_DIR: dataDirectory,
      BASALT_PORT: String(port),
      BASALT_HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()))
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    const listen = (chunk) => {
      output += chunk
      if (/^ready /mu.test(output)) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    void ended.then(() => reject(new Error(`The install did not start. It said:\n${output}`)))
  })
  await ready
  return {
    url: `http://127.0.0.1:${port}`,
    pid: serverPid(dataDirectory),
    readyMs: performance.now() - begin,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}
