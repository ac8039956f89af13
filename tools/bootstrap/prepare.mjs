import { resolve } from 'node:path'

import { buildApps } from './build.mjs'
import { root } from './checkout.mjs'
import { installDependencies } from './dependencies.mjs'
import { requireSpace } from './disk-space.mjs'

/** Everything that must be there before the server can be loaded; quick when it is. */
export async function prepare() {
  await installDependencies()
  await buildApps()
}

/** Room for the system cluster, a project's cluster and their logs. */
export function requireDataSpace() {
  const folder = resolve(root, process.env.BASALT_DATA_DIR || '.basalt')
  requireSpace(folder, { megabytes: 256, purpose: 'the databases' })
}
