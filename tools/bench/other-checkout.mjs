import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inCheckout, root } from '../bootstrap/checkout.mjs'
import { runScript } from '../bootstrap/program.mjs'

/**
 * Another commit of this repository in a temporary folder, built. Its own tools install its
 * dependencies and build it; packages of this checkout are linked, so that few have to be
 * downloaded.
 *
 * @param {string} commit
 */
export async function checkOut(commit) {
  const id = git(['rev-parse', '--verify', `${commit}^{commit}`])
  const place = mkdtempSync(join(tmpdir(), 'basalt-against-'))
  const folder = join(place, 'checkout')
  git(['worktree', 'add', '--detach', folder, id])
  const remove = () => {
    git(['worktree', 'remove', '--force', folder])
    rmSync(place, { recursive: true, force: true })
  }
  try {
    // Hard links take no room. Where there are none, everything is installed.
    spawnSync('cp', ['-al', inCheckout('node_modules'), join(folder, 'node_modules')])
    const build = "import('./tools/bootstrap/prepare.mjs').then(({ prepare }) => prepare())"
    const { code, output } = await runScript('-e', [build], { cwd: folder, env: process.env })
    if (code !== 0) throw new Error(`${commit} could not be built:\n\n${output.trim()}`)
    return { folder, id: id.slice(0, 10), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** @param {string[]} args */
function git(args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.trim()
}
