import { rmSync } from 'node:fs'

import { inCheckout, root } from './checkout.mjs'
import { requireSpace } from './disk-space.mjs'
import { fingerprint } from './fingerprint.mjs'
import { fail } from './message.mjs'
import { runScript } from './program.mjs'
import { isCurrent, writeStamp } from './stamp.mjs'

const vite = inCheckout('node_modules', 'vite', 'bin', 'vite.js')
const shared = ['packages', 'package-lock.json', 'tsconfig.base.json', 'tools/bootstrap']

/** @param {string} app */
const stampOf = (app) => inCheckout('apps', app, 'dist', '.built.json')

/** Builds each app whose sources changed since it was built; says nothing when none did. */
export async function buildApps() {
  const apps = ['server', 'dashboard'].map((name) => ({
    name,
    sources: fingerprint(root, [`apps/${name}`, ...shared]),
  }))
  const changed = apps.filter(({ name, sources }) => !isCurrent(stampOf(name), sources))
  if (changed.length === 0) return
  requireSpace(root, { megabytes: 100, purpose: 'the build' })
  console.log(`Building ${changed.map(({ name }) => name).join(' and ')}`)
  await Promise.all(changed.map(build))
}

/** @param {{ name: string, sources: ReturnType<typeof fingerprint> }} app */
async function build({ name, sources }) {
  // Taken before the build: a file saved meanwhile makes the stamp old, not the build.
  const stamp = { quick: sources.quick(), content: sources.content() }
  // Without its stamp a build that is interrupted is made again.
  rmSync(stampOf(name), { force: true })
  await step(name, vite, ['build', '--manifest', '--logLevel', 'warn'])
  if (name === 'dashboard')
    await step(name, inCheckout('tools/bootstrap/precompress.mjs'), ['dist'])
  writeStamp(stampOf(name), stamp)
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
