import { readdir, readFile } from 'node:fs/promises'

import type { ProcessUsage } from '@basalt/engine'

type SystemProcess = { pid: number; parent: number; ticks: number }

/** How long the list of processes may be shared by the clusters that are measured one after the other. */
const freshMs = 2000
const kib = 1024
/** The unit of CPU times in /proc on every common architecture (proc(5)). */
const ticksPerSecond = 100

let listed: { at: number; processes: Promise<SystemProcess[]> } | undefined

/**
 * CPU time and resident memory of a postmaster and its child processes, from /proc; null where the
 * system has none.
 *
 * Processes share the buffers and the program's files, and each reports those parts that it has
 * used. The largest of these parts is counted, once, so the memory is a lower bound.
 */
export async function readProcessUsage(postmaster: number): Promise<ProcessUsage | null> {
  if (process.platform !== 'linux') return null
  const processes = (await listProcesses()).filter(
    ({ pid, parent }) => pid === postmaster || parent === postmaster,
  )
  if (!processes.some(({ pid }) => pid === postmaster)) return null
  const memories = await Promise.all(processes.map(({ pid }) => readMemory(pid)))
  const largest = (part: keyof Memory) => Math.max(...memories.map((memory) => memory[part]))
  return {
    cpuSeconds: sum(processes.map(({ ticks }) => ticks)) / ticksPerSecond,
    memoryBytes:
      sum(memories.map(({ RssAnon }) => RssAnon)) + largest('RssShmem') + largest('RssFile'),
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** One list serves all clusters of a round: reading it takes time for each process of the machine. */
function listProcesses(): Promise<SystemProcess[]> {
  const now = performance.now()
  if (listed === undefined || now - listed.at > freshMs) {
    listed = { at: now, processes: readProcesses() }
  }
  return listed.processes
}

async function readProcesses(): Promise<SystemProcess[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => pid > 1)
  const found = await Promise.all(pids.map(readProcess))
  return found.filter((one) => one !== undefined)
}

/** With the time of ended children, which their parent has waited for; undefined once it has ended. */
async function readProcess(pid: number): Promise<SystemProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in the second field may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 15) return undefined
  // Fields 14 to 17 of proc(5): utime, stime, cutime, cstime.
  return { pid, parent: Number(fields[1]), ticks: sum(fields.slice(11, 15).map(Number)) }
}

type Memory = Record<'RssAnon' | 'RssFile' | 'RssShmem', number>

/** In bytes. */
async function readMemory(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const read = (name: keyof Memory) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'mu').exec(status)?.[1] ?? 0) * kib
  return { RssAnon: read('RssAnon'), RssFile: read('RssFile'), RssShmem: read('RssShmem') }
}
