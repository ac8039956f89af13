import { computeSizes, planLimits } from '@basalt/catalog'
import type { ProjectDisk } from '@basalt/contract/project/project-reading'
import type { ProjectEngine } from '@basalt/engine'

import type { Resources } from '../limits/resources.ts'
import type { Log } from '../process/log.ts'
import { recordAudit, systemOrigin } from '../store/audit.ts'
import type { Store } from '../store/store.ts'
import { getDiskState, growthAllowance, isReadOnlyState } from './disk-state.ts'
import { listMeasuredProjects, type MeasuredProject } from './disk-store.ts'

type Services = { store: Store; engine: ProjectEngine; resources: Resources; log: Log }

type Reading = ProjectDisk & {
  /** The size from which growth is counted while the project is read-only. */
  readOnlyFromBytes: number
}

const mib = 1024 * 1024
/** A loss of free space by this much since the last check indicates writes. */
const noticedBytes = 8 * mib
const maxGapMs = 30_000
/** While a project is short of room. */
const shortGapMs = 4000
const maintainEveryMs = 60_000
const projectsAtOnce = 4
/** The maximum share of time for measuring. */
const shareOfTime = 1 / 20
/** Temporary files that a statement may keep while the disk of the machine is full. */
const tempFileBytesWhenFull = 64 * mib
/** The disk counts as full until there is so much more room than the limit. */
const hostMargin = 1.25

/**
 * Keeps projects within their disk quotas, and the machine within its disk: a project beyond its
 * quota becomes read-only, before PostgreSQL itself has to stop.
 */
export class DiskGuard {
  readonly #services: Services
  readonly #readings = new Map<string, Reading>()
  /** The limits that were applied, by project. */
  readonly #limited = new Map<string, string>()
  readonly #maintainedAt = new Map<string, number>()
  readonly #failing = new Set<string>()
  #lookedAt = Number.NEGATIVE_INFINITY
  #pollMs = 0
  #freeBytes: number | null = null
  #isHostFull = false

  constructor(services: Services) {
    this.#services = services
  }

  /** The last measurement; null for a project that is stopped or external. */
  read(ref: string): ProjectDisk | null {
    const reading = this.#readings.get(ref)
    if (reading === undefined) return null
    const { state, used_bytes, quota_bytes } = reading
    return { state, used_bytes, quota_bytes }
  }

  get isHostFull(): boolean {
    return this.#isHostFull
  }

  /**
   * Called every two seconds. It reads the free space, which is cheap, and measures the projects
   * only after writes or some time.
   */
  async check(): Promise<void> {
    const { engine } = this.#services
    if (!engine.features.has('limits')) return
    const freeBytes = await engine.freeDiskBytes()
    if (!this.#isDue(freeBytes)) return
    const started = performance.now()
    await this.measure(freeBytes)
    this.#lookedAt = performance.now()
    this.#pollMs = this.#lookedAt - started
  }

  /** Measures every running project now. */
  async measure(freeBytes: number | null): Promise<void> {
    this.#freeBytes = freeBytes
    this.#isHostFull = this.#isFull(freeBytes)
    const projects = await listMeasuredProjects(this.#services.store)
    this.#forgetOthers(new Set(projects.map(({ ref }) => ref)))
    const worker = async () => {
      for (let next = projects.shift(); next !== undefined; next = projects.shift()) {
        await this.#tried(next)
      }
    }
    await Promise.all(Array.from({ length: projectsAtOnce }, worker))
  }

  #isDue(freeBytes: number | null): boolean {
    if (this.#isFull(freeBytes) !== this.#isHostFull) return true
    const sinceMs = performance.now() - this.#lookedAt
    if (sinceMs < this.#pollMs / shareOfTime) return false
    const isShort = [...this.#readings.values()].some(({ state }) => state !== 'ok')
    if (sinceMs >= (isShort ? shortGapMs : maxGapMs)) return true
    return (freeBytes ?? 0) <= (this.#freeBytes ?? 0) - noticedBytes
  }

  #isFull(freeBytes: number | null): boolean {
    const { freeDiskBytes } = this.#services.resources.limits
    const least = this.#isHostFull ? freeDiskBytes * hostMargin : freeDiskBytes
    return freeBytes !== null && freeBytes < least
  }

  #forgetOthers(running: ReadonlySet<string>): void {
    for (const known of [this.#readings, this.#limited, this.#maintainedAt]) {
      for (const ref of known.keys()) if (!running.has(ref)) known.delete(ref)
    }
  }

  async #tried(project: MeasuredProject): Promise<void> {
    const { ref } = project
    try {
      await this.#measured(project)
      this.#failing.delete(ref)
    } catch (error) {
      // The status reports an unreachable database; here it is logged once.
      if (this.#failing.has(ref)) return
      this.#failing.add(ref)
      this.#services.log.warn({ err: error, ref }, 'The disk of a project could not be measured')
    }
  }

  async #measured(project: MeasuredProject): Promise<void> {
    const { engine } = this.#services
    const { ref } = project
    await this.#limit(project)
    const { databaseBytes } = await engine.usage(ref)
    const quotaBytes = planLimits.find(({ plan }) => plan === project.plan)?.diskBytes ?? null
    const before = this.#readings.get(ref)
    const state = getDiskState({
      usedBytes: databaseBytes,
      quotaBytes,
      isHostFull: this.#isHostFull,
      before: before?.state ?? 'ok',
    })
    const disk = { state, used_bytes: databaseBytes, quota_bytes: quotaBytes }
    this.#readings.set(ref, await this.#enforced(project, disk, before))
    if (this.#isHostFull) await engine.cancelTempFiles(ref, tempFileBytesWhenFull)
    await this.#maintain(ref)
  }

  /**
   * Read-only, or writable again; the database is changed first, so that the stored state is never
   * ahead of it.
   */
  async #enforced(
    project: MeasuredProject,
    disk: ProjectDisk,
    before: Reading | undefined,
  ): Promise<Reading> {
    const isReadOnly = isReadOnlyState(disk.state)
    const wasReadOnly = before === undefined ? null : isReadOnlyState(before.state)
    const from = before?.readOnlyFromBytes ?? disk.used_bytes
    const isGrowing = isReadOnly && disk.used_bytes > from + growthAllowance(disk.quota_bytes)
    const reading = { ...disk, readOnlyFromBytes: isReadOnly ? from : disk.used_bytes }
    if (isReadOnly === wasReadOnly && !isGrowing) return reading
    if (await this.#services.engine.setReadOnly(project.ref, isReadOnly)) {
      await this.#note(project, disk)
    }
    return isReadOnly && (isGrowing || wasReadOnly !== true)
      ? { ...reading, readOnlyFromBytes: disk.used_bytes }
      : reading
  }

  #note({ ref, name, organization_id: organizationId }: MeasuredProject, disk: ProjectDisk) {
    const isReadOnly = isReadOnlyState(disk.state)
    this.#services.log.warn({ ref, ...disk }, 'The disk of a project changed its write access')
    return recordAudit(this.#services.store, systemOrigin('Disk'), {
      action: 'project.read_only_changed',
      target: { kind: 'project', id: ref, name },
      organizationId,
      projectRef: ref,
      before: { is_read_only: !isReadOnly },
      after: { is_read_only: isReadOnly, disk },
    })
  }

  async #limit({ ref, plan, compute_size: size }: MeasuredProject): Promise<void> {
    const key = `${plan} ${size}`
    const limits = planLimits.find((one) => one.plan === plan)
    const compute = computeSizes.find(({ id }) => id === size)
    if (this.#limited.get(ref) === key || limits === undefined || compute === undefined) return
    const { tempFileBytes, slotWalBytes } = limits
    const connections = compute.connections_direct
    await this.#services.engine.limit(ref, { tempFileBytes, slotWalBytes, connections })
    this.#limited.set(ref, key)
  }

  async #maintain(ref: string): Promise<void> {
    const now = performance.now()
    if (now - (this.#maintainedAt.get(ref) ?? Number.NEGATIVE_INFINITY) < maintainEveryMs) return
    this.#maintainedAt.set(ref, now)
    await this.#services.engine.maintain(ref)
  }
}
