import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { inCheckout, root } from './checkout.mjs'
import { requireSpace } from './disk-space.mjs'
import { fingerprint } from './fingerprint.mjs'
import { fail } from './message.mjs'
import { runProgram, cachesInCheckout } from './program.mjs'
import { isCurrent, writeStamp } from './stamp.mjs'

const stampFile = inCheckout('node_modules', '.basalt-installed.json')
const lockFile = inCheckout('package-lock.json')
const neededMegabytes = 1500

/** Messages of npm and the system when the registry cannot be reached. */
const offline =
  /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b/u
const full = /\b(ENOSPC|EDQUOT)\b/u
const refused = /\b(EACCES|EPERM|EROFS)\b/u

/**
 * Installs the dependencies of package-lock.json, when it changed since the last installation. The
 * lock file is not changed.
 */
export async function installDependencies() {
  const lock = fingerprint(root, ['package-lock.json'])
  if (isCurrent(stampFile, lock)) return

  requireSpace(root, { megabytes: neededMegabytes, purpose: 'the dependencies' })
  console.log('Installing dependencies')
  const before = readFileSync(lockFile)
  // `npm ci` refuses a lock file from another platform; `npm install` accepts it.
  const { code, output } = await npm([
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    ...((await isRegistryReachable()) ? [] : ['--offline']),
  ])
  if (!readFileSync(lockFile).equals(before)) writeFileSync(lockFile, before)
  if (code !== 0) fail(explain(output))
  writeStamp(stampFile, { quick: lock.quick(), content: lock.content() })
}

/**
 * npm retries for minutes before it fails. Without a network it is run with `--offline` and uses
 * its cache. Behind a proxy only npm knows the route, so it decides itself.
 */
async function isRegistryReachable() {
  const settings = ['registry', 'proxy', 'https-proxy']
  const { output } = await npm(['config', 'get', ...settings, '--loglevel=silent'])
  const read = (name) => new RegExp(`^${name}=(.*)$`, 'mu').exec(output)?.[1]?.trim() ?? ''
  const registry = read('registry')
  const isProxied = settings.slice(1).some((name) => /^https?:/u.test(read(name)))
  if (isProxied || !URL.canParse(registry)) return true
  try {
    await fetch(registry, { method: 'HEAD', signal: AbortSignal.timeout(10_000) })
    return true
  } catch {
    return false
  }
}

/** @param {string[]} args */
function npm(args) {
  // Under `npm start` the environment has npm's path, which runs the same npm on the same Node.
  const script = process.env.npm_execpath
  const options = { env: { ...process.env, ...cachesInCheckout, NODE_ENV: 'development' } }
  if (script !== undefined && /npm-cli\.[cm]?js$/u.test(script) && existsSync(script)) {
    return runProgram(process.execPath, [script, ...args], options)
  }
  return runProgram('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** @param {string} output */
export function explain(output) {
  if (full.test(output)) {
    return 'The disk is full: the dependencies could not be installed.\nMake room, then run the same command again.'
  }
  if (offline.test(output)) {
    return (
      'The package registry cannot be reached, so the dependencies could not be installed.\n' +
      'The first start needs the network (or an npm cache that holds them); later ones do not.'
    )
  }
  if (refused.test(output)) {
    return (
      `The dependencies could not be written to ${root}node_modules: permission denied.\n` +
      'Run the command as the user who owns the checkout.'
    )
  }
  return `The dependencies could not be installed. npm said:\n\n${output.trim().split('\n').slice(-30).join('\n')}`
}
