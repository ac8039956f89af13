import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { installDependencies } from '../bootstrap/dependencies.mjs'
import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'

/** One release of each supported line, the current one first. */
const releases = ['26.12.1', '24.21.0', '22.23.3']

/**
 * `npm run test:node`: starts the install and runs the tests of the unit and server layers on each
 * release of Node. Names of releases (`22`, `26.12.1`) select some; further arguments go to the
 * test runner: `npm run test:node -- 26 packages/pg-sql`.
 */
export async function main() {
  process.chdir(root)
  await installDependencies()
  const [target, rest] = chosen(process.argv.slice(2))
  const failed = []
  for (const release of target) {
    console.log(`\nNode ${release}`)
    const program = await fetchNode(release)
    const isStarted = await starts(program)
    const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
    const layers = ['--project', 'unit', '--project', 'server']
    const code = await run(program, [vitest, 'run', ...layers, ...rest])
    if (!isStarted || code !== 0) failed.push(release)
  }
  if (failed.length === 0) return
  console.log(`\nFailed on Node ${failed.join(', ')}`)
  process.exitCode = 1
}

/**
 * The selected releases, by their numbers or prefixes, and the remaining arguments.
 *
 * @param {readonly string[]} args
 * @returns {[releases: readonly string[], rest: string[]]}
 */
export function chosen(args) {
  const end = args.findIndex((arg) => !/^\d+(?:\.\d+)*$/u.test(arg))
  const names = end === -1 ? args : args.slice(0, end)
  const rest = end === -1 ? [] : args.slice(end)
  if (names.length === 0) return [releases, rest]
  const found = names.map(
    (name) =>
      releases.find((release) => release === name || release.startsWith(`${name}.`)) ?? name,
  )
  return [found, rest]
}

/**
 * The program of a release, from npm's package of it; it is fetched once.
 *
 * @param {string} release
 */
async function fetchNode(release) {
  const name = `node-${process.platform}-${process.arch}`
  const folder = inCheckout('.cache', 'node', release)
  const program = join(folder, 'node_modules', name, 'bin', 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund']
  const code = await run(npm, [...args, `${name}@${release}`])
  if (code !== 0) throw new Error(`Node ${release} could not be fetched from npm`)
  return program
}

/** @param {string} program */
async function starts(program) {
  const data = temporaryDataDirectory()
  try {
    const install = await startInstall(data.path, { node: program })
    const answer = await fetch(`${install.url}/status`)
    console.log(`started in ${Math.round(install.readyMs)} ms, /status answers ${answer.status}`)
    await install.stop()
    return answer.ok
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return false
  } finally {
    data.remove()
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
function run(program, args) {
  const env = { ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` }
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
