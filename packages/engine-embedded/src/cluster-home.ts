import { existsSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Where one cluster keeps its files. */
export type ClusterHome = { ref: string; dir: string; data: string; log: string }

/** What we remember about a cluster beside its data. */
export type ClusterRecord = { major: number; port: number }

/** Below the range that operating systems hand out to outgoing connections. */
const ports = { first: 20_000, count: 10_000 }

export function homeAt(dir: string, ref: string): ClusterHome {
  return { ref, dir, data: join(dir, 'data'), log: join(dir, 'postgres.log') }
}

/** A directory without a record is not a cluster: its creation did not get to the end. */
export function isComplete(home: ClusterHome): boolean {
  return existsSync(recordFile(home))
}

export async function readRecord(home: ClusterHome): Promise<ClusterRecord> {
  return JSON.parse(await readFile(recordFile(home), 'utf8')) as ClusterRecord
}

/** Replaces the record as a whole: a reader finds the old one or the new one. */
export async function writeRecord(home: ClusterHome, record: ClusterRecord): Promise<void> {
  const partial = `${recordFile(home)}.partial`
  await writeFile(partial, `${JSON.stringify(record)}\n`)
  await rename(partial, recordFile(home))
}

/** A loopback port that nobody listens on and that no other cluster here remembers as its own. */
export async function pickPort(clustersDir: string, except?: number): Promise<number> {
  const taken = await rememberedPorts(clustersDir)
  const start = Math.floor(Math.random() * ports.count)
  for (let step = 0; step < ports.count; step++) {
    const port = ports.first + ((start + step) % ports.count)
    if (port !== except && !taken.has(port) && (await isFree(port))) return port
  }
  throw new Error(`No free port between ${ports.first} and ${ports.first + ports.count}.`)
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

async function rememberedPorts(clustersDir: string): Promise<Set<number>> {
  const names = await readdir(clustersDir).catch(() => [])
  const records = await Promise.all(
    names.map((name) => readRecord(homeAt(join(clustersDir, name), name)).catch(() => undefined)),
  )
  return new Set(records.flatMap((record) => record?.port ?? []))
}

function recordFile(home: ClusterHome): string {
  return join(home.dir, 'cluster.json')
}
