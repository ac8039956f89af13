import type { Install } from '@basalt/contract/utility'
import type { ProjectEngine } from '@basalt/engine'
import type { Gateway } from '@basalt/gateway'

import { ChangeReports } from '../change-reports/change-reports.ts'
import { createGatewayService } from '../gateway/service.ts'
import { createEgressMeter, type EgressMeter } from '../http/egress-meter.ts'
import { createOpenCalls, type OpenCalls } from '../http/open-calls.ts'
import { engineWithDeadlines } from '../limits/statement-deadline.ts'
import { createLogService, type LogService } from '../logs/service.ts'
import type { Log } from '../process/log.ts'
import { DiskGuard } from '../projects/disk-guard.ts'
import { HomeBlockReader } from '../projects/home-block-reader.ts'
import { ProjectLifecycle } from '../projects/lifecycle.ts'
import { listPlacements } from '../projects/placement.ts'
import { createStatusMonitor, type StatusMonitor } from '../status/monitor.ts'
import { activeSessions } from '../store/sessions.ts'
import {
  type TelemetryDestination,
  telemetryDestination,
} from '../telemetry/telemetry-destination.ts'
import { tracedEngine } from '../tracing/traced-engine.ts'
import type { InstallParts } from './install-parts.ts'

/** The parts of an install and the services that several areas of one server share. */
export type InstallServices = InstallParts & {
  log: Log
  /** The answer of the install about itself. */
  install: Install
  /** For background work: its statements have a deadline. */
  backgroundEngine: ProjectEngine
  lifecycle: ProjectLifecycle
  disks: DiskGuard
  blocks: HomeBlockReader
  reports: ChangeReports
  monitor: StatusMonitor
  egress: EgressMeter
  gateway: Gateway
  logs: LogService
  openCalls: OpenCalls
  /** Null where events of usage stay in the log. */
  destination: TelemetryDestination | null
}

/** Builds the services in the order in which they need each other; none of them works yet. */
export function createServices(parts: InstallParts): InstallServices {
  const { store, capabilities, telemetryUrl, logger: log, tracing } = parts
  const engine = tracing === null ? parts.engine : tracedEngine(parts.engine, tracing)
  const backgroundEngine = engineWithDeadlines(engine, parts.resources.limits.statementMs)
  const logs = createLogService({ ...parts, log })
  return {
    ...parts,
    engine,
    log,
    install: {
      capabilities: [...capabilities],
      placements: listPlacements(engine),
      development: parts.development,
      version: parts.version,
      disabled_features: [...parts.disabledFeatures],
      support_email: parts.supportEmail,
    },
    backgroundEngine,
    lifecycle: new ProjectLifecycle({ store, engine, log }),
    disks: new DiskGuard({ ...parts, log }),
    blocks: new HomeBlockReader({ ...parts, log }),
    reports: new ChangeReports({ ...parts, engine: backgroundEngine, log }),
    monitor: createStatusMonitor({ ...parts, sendsMail: !capabilities.includes('outbox'), log }),
    egress: createEgressMeter(parts.clock),
    gateway: createGatewayService({ ...parts, logs, log }),
    logs,
    openCalls: createOpenCalls((ids) => activeSessions(store, ids)),
    destination: telemetryUrl === null ? null : telemetryDestination({ url: telemetryUrl, log }),
  }
}
