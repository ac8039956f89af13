import { randomUUID } from 'node:crypto'

import type { DatabaseLogEntry, EngineFeature } from '@basalt/engine'
import { describe, expect, test } from 'vitest'

import type { Subject } from './subject.ts'

const maxBytes = 64 * 1024
const giveUpMs = 5000

export function describeLogs(subject: Subject, features: readonly EngineFeature[]): void {
  const read = (after: string | null) => subject.engine.readLog(subject.ref, after, { maxBytes })
  const endOfLog = async () => {
    let { entries, position } = await read(null)
    while (entries.length > 0) ({ entries, position } = await read(position))
    return position
  }
  /** Reads on until an entry is there; the server may write it a moment later. */
  const readUntil = async (after: string, isLast: (entry: DatabaseLogEntry) => boolean) => {
    const all: DatabaseLogEntry[] = []
    let position = after
    for (const end = Date.now() + giveUpMs; !all.some(isLast) && Date.now() < end;) {
      const part = await read(position)
      all.push(...part.entries)
      position = part.position
    }
    return { all, position }
  }
  const fail = async (text: string) => {
    const db = await subject.open()
    await expect(db.query(`select 1 / 0 as "${text}"`)).rejects.toMatchObject({ kind: 'statement' })
  }

  describe.runIf(features.includes('logs'))('the log', () => {
    test('has the fields of a failed statement', async () => {
      const before = await endOfLog()
      const text = randomUUID()
      await fail(text)
      const isFailure = ({ statement }: DatabaseLogEntry) => statement?.includes(text) === true
      const { all } = await readUntil(before, isFailure)
      const failure = all.find(isFailure)
      expect(failure).toMatchObject({
        error_severity: 'ERROR',
        state_code: '22012',
        message: 'division by zero',
        backend_type: 'client backend',
        dbname: 'postgres',
        isOwn: true,
      })
      expect(Date.parse(failure?.timestamp.replace(' UTC', 'Z') ?? '')).toBeLessThan(
        Date.now() + 1000,
      )
    })

    test('is read once from each position, in order', async () => {
      const before = await endOfLog()
      const texts = Array.from({ length: 20 }, () => randomUUID())
      for (const text of texts) await fail(text)
      const isLast = ({ statement }: DatabaseLogEntry) =>
        statement?.includes(texts.at(-1) ?? '') === true
      const { all, position } = await readUntil(before, isLast)
      const found = all.flatMap(({ statement }) => /"(.{36})"/.exec(statement ?? '')?.[1] ?? [])
      expect(found).toEqual(texts)
      expect((await read(position)).lostBytes).toBe(0)
    })

    test('ids of statements keep all their digits', async () => {
      const before = await endOfLog()
      const text = randomUUID()
      const db = await subject.open()
      await db.query(`do $$ begin raise warning '${text}'; end $$`)
      const isIt = ({ message }: DatabaseLogEntry) => message === text
      const { all } = await readUntil(before, isIt)
      expect(all.find(isIt)?.query_id).toMatch(/^-?\d+$/)
    })

    test('has huge statements up to a limit, and what follows them', async () => {
      const before = await endOfLog()
      const text = randomUUID()
      const db = await subject.open()
      await db.query(`select 1 / 0 as "${'x'.repeat(3_000_000)}"`).catch(() => {})
      await fail(text)
      const isLast = ({ statement }: DatabaseLogEntry) => statement?.includes(text) === true
      const { all } = await readUntil(before, isLast)
      const huge = all.find(({ cutCharacters }) => cutCharacters > 2_900_000)
      expect(huge).toMatchObject({ message: 'division by zero', isOwn: true })
      expect(JSON.stringify(huge).length).toBeLessThan(40_000)
      expect(all.some(isLast)).toBe(true)
    }, 20_000)

    test.runIf(features.includes('restart'))(
      'continues after a restart',
      async () => {
        const before = await endOfLog()
        const [first, second] = [randomUUID(), randomUUID()]
        await fail(first)
        await subject.engine.restart(subject.ref)
        await fail(second)
        const isLast = ({ statement }: DatabaseLogEntry) => statement?.includes(second) === true
        const { all } = await readUntil(before, isLast)
        const texts = all.flatMap(({ statement }) => /"(.{36})"/.exec(statement ?? '')?.[1] ?? [])
        expect(texts).toEqual([first, second])
      },
      20_000,
    )

    test('an unknown project is reported', async () => {
      const reading = subject.engine.readLog('zzzzzzzzzzzzzzzzzzzz', null, { maxBytes })
      await expect(reading).rejects.toMatchObject({ kind: 'unknown-project' })
    })
  })
}
