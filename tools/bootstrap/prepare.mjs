import { buildApps } from './build.mjs'
import { installDependencies } from './dependencies.mjs'

/** Everything that must be there before the server can be loaded; quick when it is. */
export async function prepare() {
  await installDependencies()
  await buildApps()
}
