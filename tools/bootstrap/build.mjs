import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { inCheckout, root } from './checkout.mjs'
import { requireSpace } from './disk-space.mjs'
import { fingerprint } from './fingerprint.mjs'
import { fail } from './message.mjs'
import { runScript } from './program.mjs'
import { isCurrent, writeStamp } from './stamp.mjs'

const vite = inCheckout('node_modules', 'vite', 'bin', 'vite.js')
const shared = [
  'packages',
  'services',
  'package-lock.json',
  'tsconfig.base.json',
  'tools/bootstrap',
]

/** Build results that are not served: stamps and the dashboard's manifest. */
const notes = inCheckout('.cache')
export const manifestFile = inCheckout('.cache', 'dashboard-manifest.json')

/** @param {string} app */
const getStamp = (app) => inCheckout('.cache', `built-${app}.json`)

/** Without these a stamp is not believed. */
const products = { server: 'main.js', dashboard: 'index.html' }

/** @param {'server' | 'dashboard'} app */
const isBuilt = (app) => existsSync(inCheckout('apps', app, 'dist', products[app]))

/** Builds each app whose sources changed since its last build; prints nothing when none did. */
export async function buildApps() {
  const apps = /** @type {const} */ (['server', 'dashboard']).map((name) => ({
    name,
    sources: fingerprint(root, [`apps/${name}`, ...shared]),
  }))
  const changed = apps.filter(
    ({ name, sources }) => !isBuilt(name) || !isCurrent(getStamp(name), sources),
  )
  if (changed.length === 0) return
  requireSpace(root, { megabytes: 100, purpose: 'the build' })
  console.log(`Building ${changed.map(({ name }) => name).join(' and ')}`)
  await Promise.all(changed.map(build))
}

/** @param {{ name: 'server' | 'dashboard', sources: ReturnType<typeof fingerprint> }} app */
async function build({ name, sources }) {
  // Taken before the build: a file saved during the build makes the stamp stale, not the build.
  const stamp = { quick: sources.quick(), content: sources.content() }
  mkdirSync(notes, { recursive: true })
  // Without its stamp a build that is interrupted is made again.
  removeBuild(name)
  if (name === 'server') await step(name, vite, ['build', '--logLevel', 'warn'])
  else await buildDashboard(name)
  writeStamp(getStamp(name), stamp)
}

/**
 * For work that writes into an app's build outside `buildApps`: the next start builds again.
 *
 * @param {'server' | 'dashboard'} app
 */
export function removeBuild(app) {
  rmSync(getStamp(app), { force: true })
}

/** @param {string} app */
async function buildDashboard(app) {
  const dist = inCheckout('apps', app, 'dist')
  await step(app, vite, ['build', '--manifest', 'manifest.json', '--logLevel', 'warn'])
  // Everything in the folder is served, so the manifest is moved out of it.
  renameSync(join(dist, 'manifest.json'), manifestFile)
}

/**
 * @param {string} app
 * @param {string} script
 * @param {string[]} args
 */
async function step(app, script, args) {
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runScript(script, args, { cwd: inCheckout('apps', app), env })
  if (code !== 0) fail(`The ${app} could not be built:\n\n${output.trim()}`)
}
