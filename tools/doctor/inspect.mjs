import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { clusterHomes, inspectClusters } from './clusters.mjs'
import { inspectEngine } from './engine.mjs'
import { fine, note, problem } from './finding.mjs'
import { dataDirectory, inspectDirectory } from './place.mjs'
import { namesIn } from './reading.mjs'
import { inspectSecretKey } from './secret-key.mjs'
import { inspectServer, lockHolder } from './server.mjs'

/**
 * @typedef {import('./finding.mjs').Finding} Finding
 * @typedef {{ dataDir: string, ok: boolean, findings: Finding[] }} Report
 */

/**
 * Examines an install without changing it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Report>}
 */
export async function examine(env) {
  const dataDir = dataDirectory(env)
  const findings = [fine('Node', `Version ${process.versions.node}.`)]
  const engine = await inspectEngine(env)
  findings.push(engine.finding)
  if (existsSync(dataDir)) {
    findings.push(...(await inspectData(dataDir, { env, engineMajor: engine.major })))
  } else {
    findings.push(note('data directory', 'There is none yet.', 'npm start makes it.'))
  }
  return { dataDir, ok: findings.every(({ level }) => level !== 'problem'), findings }
}

/**
 * @param {string} dataDir
 * @param {{ env: NodeJS.ProcessEnv, engineMajor: number | undefined }} install
 * @returns {Promise<Finding[]>}
 */
async function inspectData(dataDir, { env, engineMajor }) {
  const place = inspectDirectory(dataDir)
  if (!place.some(({ level }) => level === 'ok')) return place
  try {
    const { system, projects } = clusterHomes(dataDir)
    const usesOwnSystem = !env.BASALT_SYSTEM_DATABASE_URL
    const holder = lockHolder(dataDir)
    const isServed = holder !== undefined && holder.state !== 'ended'
    return [
      ...place,
      ...inspectSecretKey(dataDir, {
        configured: env.BASALT_SECRET_KEY?.trim() || undefined,
        holdsData: system !== undefined || projects.length > 0,
      }),
      ...(await inspectServer(dataDir, env)),
      ...inspectClusters(dataDir, { engineMajor, isServed, usesOwnSystem }),
      ...drafts(dataDir),
    ]
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error
    return [
      ...place,
      problem('data directory', error.message, 'Run the doctor as the user who runs the server.'),
    ]
  }
}

/**
 * Small leftovers of a killed process; they do no harm.
 *
 * @param {string} dataDir
 */
function drafts(dataDir) {
  const names = [
    ...namesIn(dataDir).filter((name) => /^(?:lock|secret-key)\.[\da-f]{8}-/u.test(name)),
    ...namesIn(join(dataDir, 'templates'))
      .filter((name) => name.endsWith('.partial'))
      .map((name) => join('templates', name)),
    ...namesIn(join(dataDir, 'engine'))
      .filter((name) => name.endsWith('.partial'))
      .map((name) => join('engine', name)),
  ]
  return names.map((name) =>
    note(
      'leftover',
      `${join(dataDir, name)} was left by a process that was killed.`,
      'It may be deleted while no server runs.',
    ),
  )
}
