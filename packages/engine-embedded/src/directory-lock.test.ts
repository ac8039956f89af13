import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { DirectoryLockedError, lockDataDirectory } from './directory-lock.ts'
import { EngineChildren } from './testing/engine-child.ts'
import { temporaryDataDir } from './testing/engine-directory.ts'

describe('the lock of a data directory', () => {
  let children: EngineChildren
  let dataDir: string
  beforeAll(async () => {
    children = await EngineChildren.prepare()
  }, 30_000)
  afterAll(() => children.dispose())
  beforeEach(async () => {
    dataDir = await temporaryDataDir()
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const holder = async () => {
    const child = children.start({ do: 'lock', dataDir })
    expect([await child.says(), await child.says()]).toEqual(['begun', 'done'])
    return child
  }

  test('is held by one process, and the error names it', async () => {
    const child = await holder()
    await expect(lockDataDirectory(dataDir)).rejects.toMatchObject({ pid: child.pid })
    await expect(lockDataDirectory(dataDir)).rejects.toThrow(/in use by another instance/)
    await child.kill()
  })

  test('is free after its release, without leftover files', async () => {
    const release = await lockDataDirectory(dataDir)
    await expect(lockDataDirectory(dataDir)).rejects.toBeInstanceOf(DirectoryLockedError)
    await release()
    expect(await readdir(dataDir)).toEqual([])
    const again = await lockDataDirectory(dataDir)
    await again()
  })

  test('of a killed process is taken over', async () => {
    const child = await holder()
    await child.kill()
    const release = await lockDataDirectory(dataDir)
    await expect(lockDataDirectory(dataDir)).rejects.toMatchObject({ pid: process.pid })
    await release()
    expect(await readdir(dataDir)).toEqual([])
  })

  test('of a process whose number was reused is taken over', async () => {
    const child = await holder()
    const file = join(dataDir, 'lock')
    const content = JSON.parse(await readFile(file, 'utf8')) as { startedAt: string }
    await writeFile(file, JSON.stringify({ ...content, startedAt: 'earlier' }))
    await lockDataDirectory(dataDir)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid })
    await child.kill()
  })

  test('that cannot be read is taken over', async () => {
    const file = join(dataDir, 'lock')
    await writeFile(file, 'half wri')
    await lockDataDirectory(dataDir)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid })
  })

  test('is taken over once when many callers try at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const stale = { pid: 2 ** 22 + round, startedAt: 'earlier', nonce: String(round) }
      await writeFile(join(dataDir, 'lock'), JSON.stringify(stale))
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => lockDataDirectory(dataDir)),
      )
      const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
      expect(winners).toHaveLength(1)
      await winners[0]?.value()
    }
    expect(await readdir(dataDir)).toEqual([])
  })

  test('is taken over by one process when several race', async () => {
    const child = await holder()
    await child.kill()
    const racers = Array.from({ length: 4 }, () => children.start({ do: 'lock', dataDir }))
    const said = await Promise.all(
      racers.map(async (racer) => [await racer.says(), await racer.says()][1]),
    )
    expect(said.filter((line) => line === 'done')).toHaveLength(1)
    expect(said.filter((line) => line?.includes('in use by another instance'))).toHaveLength(3)
    await Promise.all(racers.map((racer) => racer.kill()))
  }, 20_000)

  test('is taken over when the process that was taking it over was killed', async () => {
    const stale = JSON.stringify({ pid: 2 ** 22, startedAt: 'earlier', nonce: 'a' })
    await writeFile(join(dataDir, 'lock'), stale)

    const digest = createHash('sha256').update(stale).digest('hex').slice(0, 16)
    const dead = JSON.stringify({ pid: 2 ** 22, startedAt: 'earlier', nonce: 'b' })
    await writeFile(join(dataDir, `lock.${digest}`), dead)
    const release = await lockDataDirectory(dataDir)
    await release()
    expect(await readdir(dataDir)).toEqual([])
  })
})
