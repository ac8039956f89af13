import { formatBytes } from '../../lib/format/format-bytes.ts'
import { formatDuration } from '../../lib/format/format-duration.ts'
import { formatCount } from '../../lib/format/format.ts'
import type { Buffers } from './plan-node.ts'

/** Short times keep their decimals: `0.042 ms`, `4.56 ms`, `1.24 s`. */
export function formatMs(ms: number): string {
  if (ms >= 100) return formatDuration(ms)
  return `${ms < 1 ? ms.toFixed(3) : ms.toFixed(2)} ms`
}

/** `12,345`, or one decimal where a row of several loops is less than one. */
export const formatRows = (rows: number): string => formatCount(Math.round(rows))

export const formatCost = (cost: number): string => formatCount(Math.round(cost * 100) / 100)

/** A difference in words: `1.20 ms slower`, `0.400 ms quicker`. */
export function formatDifference(ms: number): string {
  if (ms === 0) return 'Same time'
  return `${formatMs(Math.abs(ms))} ${ms > 0 ? 'slower' : 'quicker'}`
}

const blockBytes = 8192

const words = {
  hit: 'from cache',
  read: 'read',
  dirtied: 'changed',
  written: 'written',
  tempRead: 'temporary read',
  tempWritten: 'temporary written',
} as const satisfies Record<keyof Buffers, string>

const kinds = ['hit', 'read', 'dirtied', 'written', 'tempRead', 'tempWritten'] as const

/** `635 blocks from cache (5 MB), 12 read (96 KB)`; undefined when none were touched. */
export function formatBuffers(buffers: Buffers): string | undefined {
  const parts = kinds
    .filter((kind) => buffers[kind] > 0)
    .map(
      (kind) =>
        `${formatCount(buffers[kind])} ${words[kind]} (${formatBytes(buffers[kind] * blockBytes)})`,
    )
  return parts.length === 0 ? undefined : parts.join(', ')
}
