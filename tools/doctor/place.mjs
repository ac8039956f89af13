import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { root } from '../bootstrap/checkout.mjs'
import { fine, problem } from './finding.mjs'

const megabyte = 1024 * 1024
const neededMegabytes = 256
const neededFiles = 10_000

/**
 * The data directory of an install: `BASALT_DATA_DIR`, else in the checkout, else the fallback for
 * a checkout that is closed to the databases' user.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function dataDirectory(env) {
  const chosen = env.BASALT_DATA_DIR?.trim()
  if (chosen) return resolve(root, chosen)
  const defaults = resolve(root, '.basalt')
  const shared = sharedDirectory(defaults)
  return !existsSync(defaults) && existsSync(shared) ? shared : defaults
}

/** @param {string} defaults */
export function sharedDirectory(defaults) {
  const digest = createHash('sha256').update(defaults).digest('hex').slice(0, 8)
  return join('/var/lib/basalt', `${basename(dirname(defaults))}-${digest}`)
}

/** @param {string} dataDir */
export function inspectDirectory(dataDir) {
  const about = 'data directory'
  if (!statSync(dataDir).isDirectory()) {
    return [problem(about, `${dataDir} is not a directory.`, 'Choose another BASALT_DATA_DIR.')]
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      problem(
        about,
        `This user cannot read and write ${dataDir}.`,
        'Run the server and the doctor as the user who owns it, or give it to this user with chown.',
      ),
    ]
  }
  return [fine(about, 'It can be read and written.'), ...parents(dataDir), space(dataDir)]
}

/**
 * Under root the databases run as `nobody`, who needs access to every parent.
 *
 * @param {string} dataDir
 */
function parents(dataDir) {
  if (process.getuid?.() !== 0) return []
  for (let path = dataDir; path !== dirname(path); path = dirname(path)) {
    const { mode, uid } = statSync(path)
    if ((mode & 0o001) === 0 && uid === 0) {
      return [
        problem(
          'data directory',
          `${path} is closed to the user that the databases run as.`,
          `chmod o+x ${path}, or choose another BASALT_DATA_DIR.`,
        ),
      ]
    }
  }
  return []
}

/** @param {string} dataDir */
function space(dataDir) {
  const about = 'disk'
  const { bavail, bsize, files, ffree } = statfsSync(dataDir)
  const free = Math.floor((bavail * bsize) / megabyte)
  if (free < neededMegabytes) {
    return problem(
      about,
      `${free} MB are free. Databases stop accepting changes when the disk is full.`,
      `Free ${neededMegabytes} MB: delete other files of this disk, ${join(dataDir, 'logs', 'server.log.*')} or ${join(dataDir, 'clusters', '*', 'log', '*')}; then start, and delete projects or tables that are not needed. Never delete files below a directory "data".`,
    )
  }
  if (files > 0 && ffree < neededFiles) {
    return problem(about, `Only ${ffree} more files can be made.`, 'Delete files of this disk.')
  }
  return fine(about, `${free} MB are free.`)
}
