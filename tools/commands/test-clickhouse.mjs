import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** ClickHouse as a library: 540 MB, so it is installed only for this, outside of node_modules. */
const engine = { name: 'chdb', version: '3.4.0' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, '.cache', `${engine.name}-${engine.version}`)

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} options
 */
function run(command, args, options) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error !== undefined) throw error
  return status ?? 1
}

export function main() {
  if (!existsSync(join(folder, 'node_modules', engine.name))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const name = `${engine.name}@${engine.version}`
    const args = ['install', '--no-audit', '--no-fund', '--no-save', name]
    const status = run('npm', args, { cwd: folder, shell: process.platform === 'win32' })
    if (status !== 0) {
      process.exitCode = status
      return
    }
  }
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const module = join(folder, 'node_modules', engine.name, 'index.mjs')
  const args = [vitest, 'run', '--config', 'vitest.clickhouse.config.ts', ...process.argv.slice(2)]
  process.exitCode = run(process.execPath, args, {
    cwd: root,
    env: { ...process.env, CHDB_MODULE: module },
  })
}
