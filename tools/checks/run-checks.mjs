import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

import { buildApps, manifestFile } from '../bootstrap/build.mjs'
import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { Refusal } from '../bootstrap/message.mjs'
import { runProgram, runScript } from '../bootstrap/program.mjs'

/** @typedef {{ ok: boolean, detail: string, output: string }} Outcome */

const dist = inCheckout('apps', 'dashboard', 'dist')
const bin = (...parts) => inCheckout('node_modules', ...parts)

/** All static checks of the sources, the most expensive first. */
const checks = [
  { name: 'lint', run: () => script(bin('oxlint', 'bin', 'oxlint'), ['--deny-warnings']) },
  { name: 'dead code', run: () => script(bin('knip', 'bin', 'knip.js'), ['--no-progress']) },
  { name: 'types', run: () => program(bin('.bin', 'tsc'), ['--noEmit', '--pretty', 'false']) },
  { name: 'boundaries', run: boundaries },
  { name: 'format', run: () => script(bin('oxfmt', 'bin', 'oxfmt'), ['--check', '.']) },
  { name: 'budgets', run: budgets },
  { name: 'words', run: words },
  { name: 'commits', run: commits },
  { name: 'build', run: builtSizes },
]

/**
 * Runs all checks, two at a time, and prints a line for each and the output of those that
 * failed.
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks() {
  const waiting = [...checks]
  /** @type {(Outcome & { name: string, seconds: number })[]} */
  const outcomes = []
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const begin = performance.now()
      const outcome = await check.run().catch(broken)
      const seconds = (performance.now() - begin) / 1000
      outcomes.push({ ...outcome, name: check.name, seconds })
      print({ ...outcome, name: check.name, seconds })
    }
  }
  await Promise.all([work(), work()])
  const failed = outcomes.filter(({ ok }) => !ok)
  for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`)
  return { passed: outcomes.length - failed.length, failed: failed.length }
}

/** @param {Outcome & { name: string, seconds: number }} outcome */
function print({ name, ok, detail, seconds }) {
  const line = `${ok ? '✓' : '✗'} ${name.padEnd(11)} ${seconds.toFixed(1).padStart(5)} s  ${detail}`
  console.log(line.trimEnd())
}

/**
 * @param {unknown} error
 * @returns {Outcome}
 */
function broken(error) {
  if (error instanceof Refusal) return { ok: false, detail: '', output: error.message }
  const output = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { ok: false, detail: 'could not be run', output }
}

/**
 * @param {string} path
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function script(path, args) {
  const { code, output } = await runScript(path, args)
  return { ok: code === 0, detail: '', output }
}

/**
 * @param {string} path
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function program(path, args) {
  const { code, output } = await runProgram(path, args)
  return { ok: code === 0, detail: '', output }
}

/** @returns {Promise<Outcome>} */
async function boundaries() {
  const { checkBoundaries } = await import('./boundaries.mjs')
  const { default: rules } = await import('../../.dependency-cruiser.mjs')
  const { modules, failures } = await checkBoundaries(root, rules)
  return outcome(failures, `${modules} modules, ${rules.forbidden.length} walls`)
}

/** @returns {Promise<Outcome>} */
async function budgets() {
  const { checkBudgets } = await import('./budgets.mjs')
  const { files, testShare, failures } = checkBudgets(root)
  return outcome(failures, `${files} files, ${testShare.toFixed(2)} test lines per line`)
}

/** @returns {Promise<Outcome>} */
async function words() {
  const { checkPrivateWords } = await import('./private-words.mjs')
  const { files, failures } = checkPrivateWords(root)
  return outcome(failures, `${files} files`)
}

/** @returns {Promise<Outcome>} */
async function commits() {
  const { checkCommitSubjects } = await import('./commit-subjects.mjs')
  const { commits: checked, failures } = checkCommitSubjects(root)
  return outcome(failures, `${checked} commits`)
}

/** @returns {Promise<Outcome>} */
async function builtSizes() {
  await buildApps()
  const { checkBundleSizes, kilobytes, listGrowth, releasedSizesFile } =
    await import('./bundle-sizes.mjs')
  const { sizes, failures } = checkBundleSizes({ dist, manifestFile })
  const growth = listGrowth(sizes, JSON.parse(readFileSync(releasedSizesFile, 'utf8')))
  const { shell, tableView, lazy } = sizes
  const summary = `shell ${kilobytes(shell)}, table view ${kilobytes(tableView)}, ${Object.keys(lazy).length} lazy parts`
  const detail = [summary, ...growth].join('\n                       ')
  return outcome(failures, detail)
}

/**
 * @param {string[]} failures
 * @param {string} detail
 * @returns {Outcome}
 */
const outcome = (failures, detail) => ({
  ok: failures.length === 0,
  detail,
  output: failures.join('\n'),
})
