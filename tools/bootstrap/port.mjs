import { createServer } from 'node:net'

import { fail } from './message.mjs'

/**
 * Ends with a message when another program listens where the server will. Values that are
 * not a port are left to the server, which refuses them with its own message.
 */
export async function requireFreePort() {
  const port = Number(process.env.BASALT_PORT || 4400)
  const host = process.env.BASALT_HOST || '127.0.0.1'
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const code = await tryToListen(port, host)
  if (code === 'EADDRINUSE') {
    fail(
      `Port ${port} is taken: another program, perhaps another Basalt, listens on ${host}:${port}.\n` +
        `Stop it, or choose another port: BASALT_PORT=${port + 1} npm start`,
    )
  }
  if (code === 'EACCES') fail(`Port ${port} may not be used by this user; choose one above 1023.`)
}

/** A port of this machine that was free a moment ago. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} the error code
 */
function tryToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
