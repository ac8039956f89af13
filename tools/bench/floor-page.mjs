import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Starts the floor page on a database.
 *
 * @param {string} connectionString
 */
export async function startFloorPage(connectionString) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('floor-server.mjs', import.meta.url))],
    {
      env: { ...process.env, FLOOR_DATABASE_URL: connectionString },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()))
  const url = await new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const [, address] = /^ready (\S+)/u.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    void ended.then(() => reject(new Error('The floor page did not start')))
  })
  return {
    url: String(url),
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
