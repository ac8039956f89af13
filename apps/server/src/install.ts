import type { AddressInfo } from 'node:net'

import { runServerSchedules } from '@basalt/jobs'

import { listJobs, listSchedules } from './area-work.ts'
import { areas } from './areas.ts'
import { type App, buildApp } from './http/app.ts'
import { mountDashboard } from './http/dashboard.ts'
import { mountMetrics } from './http/metrics.ts'
import type { InstallParts } from './install/install-parts.ts'
import { createServices, type InstallServices } from './install/install-services.ts'

export type RunningInstall = Pick<
  InstallServices,
  'lifecycle' | 'egress' | 'blocks' | 'reports' | 'disks' | 'gateway' | 'logs'
> & {
  app: App
  listen(address: { host: string; port: number }): Promise<AddressInfo>
  /** Ends requests and jobs; clusters are the caller's. */
  close(): Promise<void>
}

/**
 * Connections that wait to be accepted. The kernel drops the first packet of further ones, and
 * their clients send it again only after a second; it may have a lower limit of its own.
 */
const maxUnaccepted = 4096

/** Builds an install and resumes the work of an earlier process. */
export function createInstall(parts: InstallParts): RunningInstall {
  const services = createServices(parts)
  const app = buildApp(
    { ...services, capabilities: new Set(parts.capabilities) },
    areas.flatMap(({ endpoints }) => endpoints(services)),
  )
  mountDashboard(app, services)
  mountMetrics(app, services)
  for (const { mounts } of areas) mounts?.(app, services)
  const work = startWork(services)

  return {
    ...services,
    app,
    async listen(address) {
      await app.http.listen({ ...address, backlog: maxUnaccepted })
      work.runJobs()
      // Listening on a host and port, so the address is never a path.
      return app.http.server.address() as AddressInfo
    },
    async close() {
      await app.http.close()
      await work.stop()
    },
  }
}

/** Begins the work of this server; the jobs of the install follow when it answers. */
function startWork(services: InstallServices) {
  const { jobs, log } = services
  const stops = areas.flatMap((area) => [area.start?.(services), area.startAnywhere?.(services)])
  const stopSchedules = runServerSchedules(listSchedules(services), log)
  return {
    runJobs: () => jobs.run(listJobs(services)),
    async stop() {
      await Promise.all([...stops.map((stop) => stop?.()), stopSchedules(), jobs.close()])
      await Promise.allSettled(areas.map(async ({ flush }) => flush?.(services)))
    },
  }
}
