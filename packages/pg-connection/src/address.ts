import type { ConnectionOptions as TlsOptions } from 'node:tls'

import type { ByteBudget, ReadingLimits } from '@basalt/engine'

/** The address of one role at one database. */
export type DatabaseAddress = {
  /** A host name, or the directory of a Unix socket when it starts with a slash. */
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
  /** How long an unused connection stays open; 5 minutes by default. */
  idleTimeoutMs?: number | undefined
  /** Timeout of connecting, or waiting for a free connection; 5 seconds by default. */
  connectTimeoutMs?: number | undefined
  /**
   * Runs every statement in a separate read-only transaction, for servers where only one role is
   * known, and for roles that may call functions of other users.
   */
  readOnlyTransactions?: boolean | undefined
  /**
   * Called when the server refuses the login (class 28, or the right to connect), or has no such
   * database or no free connection. `true`: the cause was removed, and connecting is tried once
   * more.
   */
  onRefused?: ((sqlstate: string) => Promise<boolean>) | undefined
  /** Settings that each connection starts with; `discard all` returns to them. */
  settings?: Readonly<Record<string, string>> | undefined
  /** Limits on what reading uses of this process; those of the usual server by default. */
  limits?: ReadingLimits | undefined
}

/** A budget for tools and tests of this process, which read known data. */
const unlimited: ByteBudget = { limit: Infinity, take: () => true, give: () => {} }

export const defaultLimits: ReadingLimits = {
  messageBytes: 64 * 1024 * 1024,
  batchBytes: 1024 * 1024,
  cancelMs: 10_000,
  openResults: unlimited,
}
