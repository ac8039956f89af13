import type { EngineEvent } from '@basalt/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { findProject } from '../../store/projects.ts'
import {
  createProject,
  signUpOwner,
  startTestInstall,
  type TestInstall,
} from '../../testing/test-install.ts'
import { crashReason, watchProjectHealth } from './project-health.ts'

let install: TestInstall
beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

const crash = {
  reason: 'could not write to file: No space left on device',
  nextStartAt: new Date('2026-01-02T03:04:05.678Z'),
}

test('the first crash has its reason; later ones have their number and the time of the next start', () => {
  expect(crashReason({ ...crash, crashes: 1 })).toBe(crash.reason)
  expect(crashReason({ ...crash, crashes: 4 })).toBe(
    `It crashed 4 times in a row; the next start is at 03:04:05 UTC. ${crash.reason}`,
  )
})

test('a cluster that crashes repeatedly keeps its project unhealthy with the last count', async () => {
  const { client, organization } = await signUpOwner(install)
  const { ref } = await createProject(client, organization.slug)
  let notify: (event: EngineEvent) => void = () => undefined
  // The engine is real; the test only emits its events, because waiting for crashes takes long.
  const engine = Object.assign(Object.create(install.engine) as typeof install.engine, {
    watch: (listener: (event: EngineEvent) => void) => {
      notify = listener
      return () => undefined
    },
  })
  const stop = watchProjectHealth({ ...install, engine, log: { info() {}, warn() {}, error() {} } })
  await install.engine.stop(ref)
  for (const crashes of [1, 2, 3]) {
    notify({ type: 'crashed', ref, ...crash, crashes })
    const reason = crashReason({ ...crash, crashes })
    await expect
      .poll(() => findProject(install.store, ref))
      .toMatchObject({ status: 'ACTIVE_UNHEALTHY', status_reason: reason })
  }
  await install.engine.start(ref)
  notify({ type: 'recovered', ref })
  await expect
    .poll(() => findProject(install.store, ref), { timeout: 15_000 })
    .toMatchObject({ status: 'ACTIVE_HEALTHY', status_reason: null })
  stop()
})
