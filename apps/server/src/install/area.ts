import type { Schedule, Task } from '@basalt/jobs'

import type { App } from '../http/app.ts'
import type { Endpoint } from '../http/route.ts'
import type { Migration } from '../store/migrations.ts'
import type { InstallServices } from './install-services.ts'

/** All that an area of the product adds to an install; `areas.ts` lists them. */
export type Area = {
  name: string
  endpoints: (services: InstallServices) => Endpoint[]
  /** Answers beyond the contract, for example a page or signed events of another server. */
  mounts?: (app: App, services: InstallServices) => void
  /**
   * Runs once for all servers and workers of an install: one of them claims each time in the system
   * database.
   */
  jobs?: (services: InstallServices) => Schedule[]
  /** As `jobs`, for servers only: it pauses or wakes projects. */
  serverJobs?: (services: InstallServices) => Schedule[]
  /** Work of jobs that its endpoints add: one process runs each of them, another after a kill. */
  tasks?: (services: InstallServices) => Task[]
  /** As `tasks`, for servers only: it starts databases. */
  serverTasks?: (services: InstallServices) => Task[]
  /**
   * Runs on each server, for the clusters, caches and buffers that only this server has. It also
   * goes on while the system database is away.
   */
  schedules?: (services: InstallServices) => Schedule[]
  /** As `schedules`, on workers too: for the buffers and caches that tasks use. */
  bufferSchedules?: (services: InstallServices) => Schedule[]
  /** Begins work that ends when the returned function is called. */
  start?: (services: InstallServices) => () => void | Promise<void>
  /** As `start`, on workers too: where one process of several does the work. */
  startAnywhere?: (services: InstallServices) => () => void | Promise<void>
  /** Saves values that are still in memory, after everything else has stopped. */
  flush?: (services: InstallServices) => Promise<void>
  /** Tables of its own; their numbers are unique among all migrations. */
  migrations?: readonly Migration[]
}

/** Patterns of schedules, in UTC. */
export const everyMinute = '* * * * *'
export const everyHour = '0 * * * *'
