import type { ConnectionOptions as TlsOptions } from 'node:tls'

import type { ByteBudget, ReadingLimits } from '@basalt/engine'

/** Where one role reaches one database. */
export type DatabaseAddress = {
  /** A host name, or the directory of a Unix socket when it begins with a slash. */
  host: string
  port: number
  user: string
  password: string
  database: string
  tls?: TlsOptions | undefined
}

export type PoolOptions = {
  /** Connections at the same time, sessions included; 8 when left out. */
  maxConnections?: number | undefined
  /** How long an unused connection stays open; 5 minutes when left out. */
  idleTimeoutMs?: number | undefined
  /** How long connecting, or waiting for a free connection, may take; 5 seconds when left out. */
  connectTimeoutMs?: number | undefined
  /**
   * Runs every statement in a read-only transaction of its own, for servers where only one role
   * is known, and for roles that may call somebody else's functions.
   */
  readOnlyTransactions?: boolean | undefined
  /**
   * Called when the server refuses the login (class 28, or the right to connect), has no such
   * database or no connection left. `true` means that the cause is gone: connecting is tried once more.
   */
  onRefused?: ((sqlstate: string) => Promise<boolean>) | undefined
  /** Settings that each connection starts with; `discard all` returns to them. */
  settings?: Readonly<Record<string, string>> | undefined
  /** What reading may take of this process; as much as the usual server has when left out. */
  limits?: ReadingLimits | undefined
}

/** A budget that only this process's tools and tests share, which read what they know. */
const unlimited: ByteBudget = { limit: Infinity, take: () => true, give: () => {} }

export const defaultLimits: ReadingLimits = {
  messageBytes: 64 * 1024 * 1024,
  batchBytes: 1024 * 1024,
  cancelMs: 10_000,
  openResults: unlimited,
}
