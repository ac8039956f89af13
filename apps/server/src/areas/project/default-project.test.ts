import { afterAll, beforeAll, expect, test } from 'vitest'

import { findProject } from '../../store/projects.ts'
import { startInstallOfOne } from '../../testing/install-of-one.ts'
import { strongPassword, type TestInstall } from '../../testing/test-install.ts'
import { defaultName, ensureDefaultProject } from './default-project.ts'

let install: TestInstall
beforeAll(async () => {
  install = await startInstallOfOne({})
  const db = await install.engine.open(defaultName, 'owner')
  await db.query('create table kept as select 5 as n')
})
afterAll(() => install.close())

const startAgain = async () => {
  await ensureDefaultProject({ ...install, ownerPassword: strongPassword })
  await install.lifecycle.idle()
}

const stored = async () =>
  (await install.engine.open(defaultName, 'owner')).query('select n from kept')

test('a store that does not know the project adopts its cluster with its data', async () => {
  await install.store.deleteFrom('projects').where('ref', '=', defaultName).execute()
  await startAgain()
  expect(await findProject(install.store, defaultName)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await stored()).toEqual([{ n: 5 }])
})

test('a project that was never ready is tried again, and its cluster is not created again', async () => {
  await install.store
    .updateTable('projects')
    .set({ status: 'INIT_FAILED', ready_at: null })
    .where('ref', '=', defaultName)
    .execute()
  await install.engine.stop(defaultName)
  await startAgain()
  expect(await findProject(install.store, defaultName)).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await stored()).toEqual([{ n: 5 }])
})
