import { spawn } from 'node:child_process'

import { removeBuild } from '../bootstrap/build.mjs'
import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { freePort, requireFreePort } from '../bootstrap/port.mjs'
import { prepare } from '../bootstrap/prepare.mjs'

/**
 * `npm run dev`: serves the dashboard from its sources on BASALT_PORT with hot module replacement,
 * and behind it the server, which is rebuilt and restarted when its sources change.
 */
export async function main() {
  process.chdir(root)
  await requireFreePort()
  await prepare()
  // The build below is not the one that `npm start` would make.
  removeBuild('server')
  const { build, createServer } = await import('vite')

  const port = Number(process.env.BASALT_PORT || 4400)
  const serverPort = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = supervise({
    ...process.env,
    BASALT_ENV: 'development',
    BASALT_PORT: String(serverPort),
    BASALT_PUBLIC_URL: process.env.BASALT_PUBLIC_URL || `http://localhost:${port}`,
  })
  const watcher = await build({
    root: inCheckout('apps', 'server'),
    logLevel: 'warn',
    build: { watch: {}, minify: false, sourcemap: true },
  })
  if (!('on' in watcher)) throw new TypeError('The server is not being watched')
  watcher.on('event', (event) => {
    if (event.code === 'END') server.restart()
    if (event.code === 'ERROR') console.error(event.error.message)
  })
  const target = `http://127.0.0.1:${serverPort}`
  const dashboard = await createServer({
    root: inCheckout('apps', 'dashboard'),
    logLevel: 'warn',
    server: {
      port,
      strictPort: true,
      host: process.env.BASALT_HOST || '127.0.0.1',
      proxy: { '/platform': target, '/api': target },
    },
  })
  await dashboard.listen()
  await server.ready
  console.log(`ready ${url}`)

  const stop = async () => {
    await Promise.all([watcher.close(), dashboard.close(), server.stop()])
    process.exit()
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

/**
 * Runs one server process: a restart stops the old one first, because both would use the same data
 * directory.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function supervise(env) {
  const script = inCheckout('tools', 'bootstrap', 'serve-development.mjs')
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let turn = Promise.resolve()
  /** @type {((value?: undefined) => void) | undefined} */
  let announce
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    announce = resolve
  })

  const end = () =>
    new Promise((resolve) => {
      if (child === undefined || child.exitCode !== null) return resolve(undefined)
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  const begin = () => {
    child = spawn(process.execPath, ['--enable-source-maps', script], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Ctrl-C reaches this process only, which then stops the server in order.
      detached: true,
    })
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      if (/^ready /mu.test(text)) announce?.()
      else process.stdout.write(text)
    })
  }
  return {
    ready,
    restart() {
      turn = turn.then(end).then(begin)
    },
    async stop() {
      await turn
      await end()
    },
  }
}
