import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { requireChromium } from '../bootstrap/chromium.mjs'
import { installDependencies } from '../bootstrap/dependencies.mjs'
import { countResults } from '../checks/test-results.mjs'

/**
 * A journey waits for its browser more than it computes, and there is one at a time: the other
 * layers run beside them, which takes a third of the time off.
 */
const lanes = [['--project=!journeys'], ['--project=journeys']]

/**
 * `npm test`: the checks, then every test. What stands behind `--` goes to the test
 * runner, for example `npm test -- --project unit`.
 */
export async function main() {
  process.chdir(root)
  const chromium = requireChromium()
  await installDependencies()
  const { runChecks } = await import('../checks/run-checks.mjs')
  const checks = await runChecks()
  if (checks.failed > 0) {
    // What the checks find is cheaper to read before the tests have run than after.
    console.log(
      `\nThe tests were not run: mend the checks first.\n0 passed, ${checks.failed} failed`,
    )
    process.exitCode = 1
    return
  }
  console.log()
  const folder = mkdtempSync(join(tmpdir(), 'basalt-test-'))
  try {
    const asked = process.argv.slice(2)
    const runs = (asked.length > 0 ? [asked] : lanes).map(async (args, at) => {
      const report = join(folder, `report-${at}.json`)
      const code = await runTests({ args, report, chromium, isFirst: at === 0 })
      return countResults(read(report), code)
    })
    const counts = await Promise.all(runs)
    const [passed, failed] = [sum(counts, 'passed'), sum(counts, 'failed')]
    console.log(`${passed} passed, ${failed} failed`)
    if (failed > 0 || counts.some((count) => count.passed === 0)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * What a second run says is told when it has ended, so that it does not stand between the lines
 * of the first.
 *
 * @param {{ args: string[], report: string, chromium: string, isFirst: boolean }} run
 * @returns {Promise<number>}
 */
function runTests({ args, report, chromium, isFirst }) {
  const vitest = inCheckout('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return new Promise((resolve) => {
    const env = { ...process.env, CHROMIUM_PATH: chromium }
    const stdio = isFirst ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
      cwd: root,
      stdio,
      env,
    })
    const told = []
    child.stdout?.on('data', (chunk) => told.push(chunk))
    child.stderr?.on('data', (chunk) => told.push(chunk))
    child.on('error', () => resolve(127))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(told))
      resolve(code ?? 1)
    })
  })
}

/** @param {{ passed: number, failed: number }[]} counts @param {'passed' | 'failed'} key */
const sum = (counts, key) => counts.reduce((all, count) => all + count[key], 0)

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
