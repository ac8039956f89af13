import { installDependencies } from '../bootstrap/dependencies.mjs'

/** `npm run check`: everything of `npm test` that takes seconds. */
export async function main() {
  await installDependencies()
  const { runChecks } = await import('../checks/run-checks.mjs')
  const { failed } = await runChecks()
  if (failed > 0) process.exitCode = 1
}
