import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { requireChromium } from '../bootstrap/chromium.mjs'
import { installDependencies } from '../bootstrap/dependencies.mjs'
import { inMemory } from '../bootstrap/memory-folder.mjs'
import { countResults } from '../checks/test-results.mjs'

/**
 * `npm test`: runs the checks, then every test. Arguments after `--` go to the test runner, for
 * example `npm test -- --project unit`.
 */
export async function main() {
  process.chdir(root)
  const chromium = requireChromium()
  await installDependencies()
  const { runChecks } = await import('../checks/run-checks.mjs')
  const checks = await runChecks()
  if (checks.failed > 0) {
    // Problems of the checks are easier to see before the output of the tests.
    console.log(
      `\nThe tests were not run: fix the checks first.\n0 passed, ${checks.failed} failed`,
    )
    process.exitCode = 1
    return
  }
  console.log()
  const folder = mkdtempSync(join(tmpdir(), 'basalt-test-'))
  try {
    const report = join(folder, 'report.json')
    const code = await inMemory((place) => runTests(report, { CHROMIUM_PATH: chromium, ...place }))
    const { passed, failed } = countResults(read(report), code)
    console.log(`${passed} passed, ${failed} failed`)
    if (failed > 0 || passed === 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} report
 * @param {Record<string, string>} change of the environment
 * @returns {Promise<number>}
 */
function runTests(report, change) {
  const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
  const repeated = inCheckout('tools', 'checks', 'repeated-tests.mjs')
  const reporters = [
    '--reporter=default',
    `--reporter=${repeated}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const args = [vitest, 'run', ...reporters, ...process.argv.slice(2)]
  return new Promise((resolve) => {
    const env = { ...process.env, ...change }
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
