import { operatorJobs } from '@basalt/contract/operator-jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { policyTestTask } from '../../catalog-changes/tasks.ts'
import { signUp, startTestInstall, type TestInstall } from '../../testing/test-install.ts'

let install: TestInstall
let chief: Awaited<ReturnType<typeof signUp>>['client']

const read = () => chief.call(operatorJobs.list, {})

/** A job that fails, because there is no such project. */
async function failingJob(ref: string) {
  await install.parts.jobs.add({
    task: policyTestTask,
    payload: { ref },
    key: ref,
    queue: ref,
  })
  const find = async () => (await read()).failures.find(({ key }) => key === ref)
  await expect.poll(find, { timeout: 10_000 }).toBeDefined()
  const found = await find()
  if (found === undefined) throw new Error('The job has not failed')
  return found
}

beforeAll(async () => {
  install = await startTestInstall({ runsTasks: true })
  const { client, email } = await signUp(install)
  chief = client
  await install.store
    .updateTable('users')
    .set({ is_operator: true })
    .where('email', '=', email)
    .execute()
})
afterAll(() => install.close())

test('an operator sees the workers, the tasks and the failed jobs', async () => {
  await expect.poll(async () => (await read()).workers, { timeout: 10_000 }).toHaveLength(1)
  const failed = await failingJob('first')
  expect(failed).toMatchObject({
    task: policyTestTask,
    attempts: 1,
    message: 'There is no database for first.',
    next_at: expect.any(String),
  })
  const { tasks, workers } = await read()
  expect(tasks).toMatchObject([{ name: policyTestTask, waiting: 1, running: 0, failed: 1 }])
  expect(workers).toMatchObject([{ process_id: process.pid, is_lost: false, running: 0 }])
})

test('a failed job is tried again at once, or deleted, and both are audited', async () => {
  const { id, failed_at: failedAt } = await failingJob('second')
  await chief.call(operatorJobs.retry, { params: { id }, body: {} })
  const find = async () => (await read()).failures.find((one) => one.id === id)
  const isTriedAgain = async () => {
    const found = await find()
    return found?.attempts === 1 && found.failed_at > failedAt
  }
  await expect.poll(isTriedAgain, { timeout: 10_000 }).toBe(true)
  const removed = await chief.call(operatorJobs.remove, { params: { id } })
  expect(removed.failures.map((one) => one.id)).not.toContain(id)
  await expect(chief.call(operatorJobs.remove, { params: { id } })).rejects.toMatchObject({
    code: 404,
  })
  const audit = await install.store
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'job.%')
    .execute()
  expect(audit.map(({ action }) => action).toSorted()).toEqual(['job.deleted', 'job.retried'])
})

test('the jobs do not exist for other users', async () => {
  const { client } = await signUp(install, 'other')
  const calls = await Promise.allSettled([
    client.call(operatorJobs.list, {}),
    client.call(operatorJobs.retry, { params: { id: '1' }, body: {} }),
    client.call(operatorJobs.remove, { params: { id: '1' } }),
  ])
  expect(calls).toMatchObject(calls.map(() => ({ reason: { code: 404 } })))
})
