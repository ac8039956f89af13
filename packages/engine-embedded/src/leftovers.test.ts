import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import {
  clearMark,
  removeEmptyTree,
  removeLeftover,
  sweepLeftovers,
  unfinishedDir,
  type UnfinishedWork,
  writeMark,
} from './leftovers.ts'
import { temporaryDataDir } from './testing/engine-directory.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryDataDir()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const home = () => join(folder, 'shop')

/** A directory with data in it, as work that was interrupted leaves it. */
async function interrupted(work: UnfinishedWork, mark: 'marked' | 'unmarked') {
  const dir = unfinishedDir(home(), work)
  await mkdir(join(dir, 'data'), { recursive: true })
  await writeFile(join(dir, 'data', 'PG_VERSION'), '18\n')
  if (mark === 'marked') await writeMark(dir, work, home())
  return dir
}

/** Rewrites the mark as if a process had written it that has ended. */
async function ofDeadProcess(dir: string, work: UnfinishedWork) {
  const file = join(dir, `${work}.json`)
  const mark = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...mark, startedAt: 'an earlier start' }))
}

describe.each(['creation', 'removal', 'copy'] as const)('an unfinished %s', (work) => {
  test('with its mark is removed when a new cluster needs its path', async () => {
    const dir = await interrupted(work, 'marked')
    await removeLeftover(home(), work)
    expect(existsSync(dir)).toBe(false)
  })

  test('without a mark is refused by its name and stays', async () => {
    const dir = await interrupted(work, 'unmarked')
    await expect(removeLeftover(home(), work)).rejects.toMatchObject({
      kind: 'create-failed',
      message: expect.stringContaining(dir) as string,
    })
    expect(existsSync(join(dir, 'data', 'PG_VERSION'))).toBe(true)
  })

  test('is swept when its process has ended, and left alone while it runs', async () => {
    const dir = await interrupted(work, 'marked')
    expect(await sweepLeftovers(folder)).toEqual([])
    expect(existsSync(dir)).toBe(true)
    await ofDeadProcess(dir, work)
    expect(await sweepLeftovers(folder)).toEqual([basename(dir)])
    expect(existsSync(dir)).toBe(false)
  })
})

test('an incomplete mark identifies a directory without other files', async () => {
  const dir = unfinishedDir(home(), 'creation')
  const cut = async () => {
    await mkdir(dir)
    await writeFile(join(dir, 'creation.json'), '')
  }
  await cut()
  // Another process may be writing it.
  expect(await sweepLeftovers(folder)).toEqual([])
  await removeLeftover(home(), 'creation')
  await cut()
  const longAgo = new Date(Date.now() - 120_000)
  await utimes(dir, longAgo, longAgo)
  expect(await sweepLeftovers(folder)).toEqual([basename(dir)])
  await cut()
  await writeFile(join(dir, 'PG_VERSION'), '18')
  await expect(removeLeftover(home(), 'creation')).rejects.toThrow('creation.json')
})

test('the sweep leaves clusters, unmarked directories and marks of another directory', async () => {
  const unmarked = await interrupted('creation', 'unmarked')
  const renamed = await interrupted('removal', 'marked')
  await ofDeadProcess(renamed, 'removal')
  const mark = await readFile(join(renamed, 'removal.json'), 'utf8')
  await writeFile(join(renamed, 'removal.json'), mark.replace('shop', 'other'))
  await mkdir(home())
  await writeMark(home(), 'creation', home())
  await ofDeadProcess(home(), 'creation')

  expect(await sweepLeftovers(folder)).toEqual([])
  for (const dir of [unmarked, renamed, home()]) expect(existsSync(dir)).toBe(true)
  expect(await sweepLeftovers(join(folder, 'absent'))).toEqual([])
})

test('a directory whose work was finished is no leftover', async () => {
  const dir = await interrupted('creation', 'marked')
  await clearMark(dir, 'creation')
  await expect(removeLeftover(home(), 'creation')).rejects.toThrow('creation.json')
})

test('a tree of empty directories is removed; one file or link anywhere keeps its parents', async () => {
  await mkdir(join(home(), 'data', 'base'), { recursive: true })
  expect(await removeEmptyTree(home())).toBe(true)
  expect(await removeEmptyTree(home())).toBe(true)
  await mkdir(join(home(), 'data', 'base'), { recursive: true })
  await symlink('/nowhere', join(home(), 'data', 'base', 'link'))
  expect(await removeEmptyTree(home())).toBe(false)
  expect(existsSync(join(home(), 'data', 'base'))).toBe(true)
})
