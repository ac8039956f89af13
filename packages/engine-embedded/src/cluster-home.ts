import { existsSync, readFileSync } from 'node:fs'
import { open, readdir, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The paths of one cluster. */
export type ClusterHome = {
  ref: string
  dir: string
  data: string
  /** Receives everything that the server writes before its log collector runs. */
  log: string
  /** The directory of its JSON log. */
  logs: string
}

/** The record that is stored about a cluster next to its data. */
export type ClusterRecord = { major: number; port: number }

/** Below the range that operating systems hand out to outgoing connections. */
const ports = { first: 20_000, count: 10_000 }

export function homeAt(dir: string, ref: string): ClusterHome {
  return {
    ref,
    dir,
    data: join(dir, 'data'),
    log: join(dir, 'postgres.log'),
    logs: join(dir, 'log'),
  }
}

export function recordFile(home: ClusterHome): string {
  return join(home.dir, 'cluster.json')
}

/** `absent` does not mean that there is no data: `hasCluster` checks that. */
export function recordState(home: ClusterHome): 'valid' | 'damaged' | 'absent' {
  if (!existsSync(recordFile(home))) return 'absent'
  return parseRecord(home) === undefined ? 'damaged' : 'valid'
}

export async function readRecord(home: ClusterHome): Promise<ClusterRecord> {
  const record = parseRecord(home)
  if (record === undefined) throw new Error(`${recordFile(home)} is missing or damaged`)
  return record
}

function parseRecord(home: ClusterHome): ClusterRecord | undefined {
  try {
    // Reading a short file is faster than passing it to a worker thread.
    const record = JSON.parse(readFileSync(recordFile(home), 'utf8')) as ClusterRecord
    return record.major > 0 && record.port > 0 ? record : undefined
  } catch {
    return undefined
  }
}

/**
 * Replaces the record as a whole: a reader finds the old one or the new one, also after a power
 * failure.
 */
async function writeRecord(home: ClusterHome, record: ClusterRecord): Promise<void> {
  const partial = `${recordFile(home)}.partial`
  const file = await open(partial, 'w', 0o644)
  try {
    await file.writeFile(`${JSON.stringify(record)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(partial, recordFile(home))
}

/**
 * Assigns ports to the clusters of a data directory. A cluster without TCP has one too, because its
 * socket is named after it.
 */
export class PortBook {
  readonly #dataDir: string
  #queue: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Writes a record with a port that is free and that no other cluster here has. */
  assign(home: ClusterHome, record: { major: number }): Promise<number> {
    return this.#write(home, { major: record.major, port: undefined })
  }

  /** Writes a record with the port that a cluster had, unless another cluster has it now. */
  restore(home: ClusterHome, record: { major: number; port: number | undefined }): Promise<number> {
    return this.#write(home, record)
  }

  #write(
    home: ClusterHome,
    { major, port: target }: { major: number; port: number | undefined },
  ): Promise<number> {
    // One after the other, so that each sees the records written before it.
    const turn = this.#queue.then(async () => {
      const taken = await this.#taken()
      const port = target === undefined || taken.has(target) ? await pick(taken) : target
      await writeRecord(home, { major, port })
      return port
    })
    this.#queue = turn.catch(() => {})
    return turn
  }

  async #taken(): Promise<Set<number>> {
    const folders = [this.#dataDir, join(this.#dataDir, 'clusters')]
    const lists = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder).catch(() => [])).map((name) => homeAt(join(folder, name), name)),
      ),
    )
    const records = await Promise.all(
      lists.flat().map((home) => readRecord(home).catch(() => undefined)),
    )
    return new Set(records.flatMap((record) => record?.port ?? []))
  }
}

async function pick(taken: ReadonlySet<number>): Promise<number> {
  const start = Math.floor(Math.random() * ports.count)
  for (let step = 0; step < ports.count; step++) {
    const port = ports.first + ((start + step) % ports.count)
    if (!taken.has(port) && (await isFree(port))) return port
  }
  throw new Error(`there is no free port from ${ports.first} on`)
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      probe.close(() => resolve(true))
    })
  })
}
