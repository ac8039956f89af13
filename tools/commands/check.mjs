import { installDependencies } from '../bootstrap/dependencies.mjs'

/** `npm run check`: the parts of `npm test` that take seconds. */
export async function main() {
  await installDependencies()
  const { runChecks } = await import('../checks/run-checks.mjs')
  const { failed } = await runChecks()
  if (failed > 0) process.exitCode = 1
}
